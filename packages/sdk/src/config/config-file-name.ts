export const configFileName = 'drawbridge.jsonc'
