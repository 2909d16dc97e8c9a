import type { ConfigSyntax } from './config-syntax.ts'

/** Loads the syntax of a client's file: each has a parser that the others do not need. */
export async function loadSyntax(name: 'json' | 'toml' | 'yaml'): Promise<ConfigSyntax> {
  switch (name) {
    case 'json':
      return (await import('./json-syntax.ts')).jsonSyntax
    case 'toml':
      return (await import('./toml-syntax.ts')).tomlSyntax
    case 'yaml':
      return (await import('./yaml-syntax.ts')).yamlSyntax
    default:
      return name satisfies never
  }
}
