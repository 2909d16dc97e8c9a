/** A statement that imports a module of Node, as the bundler writes it: on a line of its own. */
const builtInImport =
  /^import (?:(?:(\w[\w$]*)|\* as (\w[\w$]*)|\{([^}]*)\}|(\w[\w$]*), \{([^}]*)\}) from )"(node:[\w/]+)";$/gm

/**
 * Takes Node's own modules directly instead of importing them. An import first reads every export of such a module, and
 * some of these load others: a tenth of the time of a start.
 */
export function takeBuiltIns(code: string): string {
  return code.replace(
    builtInImport,
    (
      _line,
      whole: string | undefined,
      namespace: string | undefined,
      names: string | undefined,
      both: string | undefined,
      others: string | undefined,
      specifier: string,
    ) => {
      const taken = `globalThis.process.getBuiltinModule("${specifier}")`
      if (both !== undefined) return `const ${both} = ${taken}, {${bindings(others ?? '')}} = ${both};`
      return `const ${whole ?? namespace ?? `{${bindings(names ?? '')}}`} = ${taken};`
    },
  )
}

function bindings(names: string): string {
  return names.replace(/([\w$]+) as ([\w$]+)/g, '$1: $2')
}

/** Writes all other characters as escapes. A module with one of them takes twice the memory, and longer to read. */
export function writeLatin(code: string): string {
  return code.replace(/[^\0-\xff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
