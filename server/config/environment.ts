import { type Config, ConfigError, readConfig } from './config.ts';

/** The configuration of this process. Errors in it are printed and end the process. */
export function configFromEnvironment(): Config {
  try {
    return readConfig(process.env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    console.error(['Rangoli cannot start with these settings:', ...error.problems].join('\n  '));
    process.exit(1);
  }
}
