import packageJson from '../package.json' with { type: 'json' };

/** The release that these files are, as in package.json: `1.0.0-rc.1`. */
export const RELEASE: string = packageJson.version;
