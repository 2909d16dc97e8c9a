import { dirname, join } from 'node:path'

/** The files below the repository's root that a source text imports or re-exports when it loads, not those it loads later. */
export function listImports(path: string, source: string): string[] {
  const statements = source.matchAll(/^(?:import|export) (?:[^'"]*? from )?'(\.[^']+)'/gm)
  return [...new Set([...statements].map(([, specifier = '']) => join(dirname(path), specifier)))]
}
