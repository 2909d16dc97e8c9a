import { readFileSync } from 'node:fs'

/**
 * Returns the version of this package, from its package.json, which is in the same place for sources and compiled
 * modules.
 */
export function readVersion(): string {
  const manifest = readFileSync(new URL('../../package.json', import.meta.url), 'utf8')
  return (JSON.parse(manifest) as { readonly version: string }).version
}
