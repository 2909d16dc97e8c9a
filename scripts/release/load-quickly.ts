/** A statement that imports a module of Node, as the bundler writes it: on a line of its own. */
const builtInImport =
  /^import (?:(?:(\w[\w$]*)|\* as (\w[\w$]*)|\{([^}]*)\}|(\w[\w$]*), \{([^}]*)\}) from )"(node:[\w/]+)";$/gm

/** Modules of Node that cost much and that a command line parser needs in rare cases only: each is loaded when a part of it is used. */
const late: ReadonlySet<string> = new Set(['node:child_process'])

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
      const name = whole ?? namespace
      if (name !== undefined && late.has(specifier)) {
        return `const ${name} = new Proxy({}, { get: (_, part) => ${taken}[part] });`
      }
      return `const ${name ?? `{${bindings(names ?? '')}}`} = ${taken};`
    },
  )
}

function bindings(names: string): string {
  return names.replace(/([\w$]+) as ([\w$]+)/g, '$1: $2')
}

/** Writes all other characters as escapes. Node copies a module of ASCII as it is, and decodes any other character by character. */
export function writeAscii(code: string): string {
  return code.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
