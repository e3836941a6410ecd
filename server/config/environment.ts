import { type Config, ConfigError, readConfig } from './config.ts';

/** The configuration that the process was started with. What is wrong with it is printed, and the process ends. */
export function configFromEnvironment(): Config {
  try {
    return readConfig(process.env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    console.error(['Rangoli cannot start with these settings:', ...error.problems].join('\n  '));
    process.exit(1);
  }
}
