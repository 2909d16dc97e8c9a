import { basename, dirname, resolve } from 'node:path'

/** No one needs more, and the repository may be hostile. */
const maxFound = 16

const section = /^\s*\[\s*([\w.-]+)(?:\s+"[^"]*")?\s*\]\s*/
const setting = /^\s*([a-z][\w-]*)\s*=\s*(.*)$/i

export interface GitRedirections {
  /** Folders of hooks. */
  readonly hooks: readonly string[]
  /** Files with more settings. */
  readonly settings: readonly string[]
}

/**
 * Returns the other places where a repository's settings keep code that runs later. Absolute; paths in a home are left
 * out. Pure; for unclear text it returns too many rather than too few.
 * @param config Text of the settings.
 * @param gitFolder The repository itself, absolute: the `.git` of a working tree.
 */
export function gitRedirections(config: string, gitFolder: string): GitRedirections {
  const hooks = new Set<string>()
  const settings = new Set<string>()
  let current = ''
  for (const line of config.replaceAll(/\\\r?\n/g, '').split(/\r?\n/)) {
    const header = section.exec(line)
    current = header?.[1]?.toLowerCase() ?? current
    const [, name = '', value = ''] = setting.exec(line.slice(header?.[0].length ?? 0)) ?? []
    const path = unquoted(value)
    if (path === '' || path.startsWith('~') || path.includes('\0')) continue
    if (name.toLowerCase() === 'hookspath') hooks.add(hooksFolder(resolve(dirname(gitFolder), path)))
    else if (name.toLowerCase() === 'path' && current.startsWith('include')) settings.add(resolve(gitFolder, path))
  }
  return { hooks: [...hooks].slice(0, maxFound), settings: [...settings].slice(0, maxFound) }
}

function unquoted(value: string): string {
  const text = value.trim()
  const quoted = /^"((?:[^"\\]|\\.)*)"/.exec(text)?.[1]
  return quoted === undefined ? text.replace(/\s*[#;].*$/, '') : quoted.replaceAll(/\\(.)/g, '$1')
}

/** Husky has git look in a folder of starters, each of which runs the file of its name one folder up. */
function hooksFolder(path: string): string {
  return basename(path) === '_' ? dirname(path) : path
}
