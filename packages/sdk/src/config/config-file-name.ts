/** The name of the operator's configuration file in the home. */
export const configFileName = 'drawbridge.jsonc'
