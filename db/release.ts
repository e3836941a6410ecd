import packageJson from '../package.json' with { type: 'json' };

/** The release that these files are, as in package.json, such as `1.0.0`. */
export const RELEASE: string = packageJson.version;
