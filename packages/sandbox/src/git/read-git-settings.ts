import { lstatSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { readSmallFile } from '../files/read-small-file.ts'
import { realPathOf } from '../files/real-path.ts'

export interface GitSetting {
  /** Section, sub-section and name, joined by dots; section and name in small letters. */
  readonly key: string
  readonly value: string
  readonly file: string
}

export type GitSettings =
  | { readonly status: 'read'; readonly settings: readonly GitSetting[] }
  | { readonly status: 'unclear'; readonly why: string }

const maxBytes = 1024 * 1024
const maxFiles = 50
/** A section on a line, with what follows it: git takes a setting there too. */
const section = /^\s*\[\s*([\w.-]+)(?:\s+"((?:[^"\\]|\\.)*)")?\s*\]/
const setting = /^\s*([a-z][\w-]*)\s*(?:=\s*(.*))?$/i

/**
 * Reads files of settings and all that they include, whatever the condition: rather too many than too few. What cannot be read as git
 * would read it is unclear.
 */
export function readGitSettings(files: readonly string[], userHome: string): GitSettings {
  const settings: GitSetting[] = []
  const left = [...files]
  const seen = new Set<string>()
  for (let file = left.pop(); file !== undefined; file = left.pop()) {
    if (lstatSync(file, { throwIfNoEntry: false }) === undefined) continue
    const real = realPathOf(file)
    if (real !== undefined && seen.has(real)) continue
    if (real !== undefined) seen.add(real)
    const text = real === undefined ? undefined : readSmallFile(real, maxBytes)
    if (text === undefined || seen.size > maxFiles) return unclear(file)
    const found = parse(text, file)
    if (found === undefined) return unclear(file)
    settings.push(...found)
    for (const { key, value } of found) {
      if (!/^include(if\..*)?\.path$/i.test(key) || value === '') continue
      // Another user's home, and places of git's own.
      if (/^(~[^/]|%\()/.test(value)) return unclear(file)
      left.push(value.startsWith('~/') ? join(userHome, value.slice(2)) : resolve(dirname(file), value))
    }
  }
  return { status: 'read', settings }
}

function unclear(file: string): GitSettings {
  return { status: 'unclear', why: `works with settings that cannot be read ("${file}")` }
}

/** Returns undefined if a line is not understood. */
function parse(text: string, file: string): readonly GitSetting[] | undefined {
  const found: GitSetting[] = []
  let current = ''
  for (const line of text
    .replace(/^\uFEFF/, '')
    .replaceAll(/\\\r?\n/g, '')
    .split(/\r?\n|\r/)) {
    const header = section.exec(line)
    if (header !== null) {
      const [, name = '', sub] = header
      current = sub === undefined ? name.toLowerCase() : `${name.toLowerCase()}.${sub.replaceAll(/\\(.)/g, '$1')}`
    }
    const rest = line.slice(header?.[0].length ?? 0)
    if (/^\s*([#;].*)?$/.test(rest)) continue
    const [, name, value = 'true'] = setting.exec(rest.replace(/^\s+/, '')) ?? []
    if (name === undefined || current === '') return undefined
    found.push({ key: `${current}.${name.toLowerCase()}`, value: plain(value), file })
  }
  return found
}

/** Quotes and escapes taken off; a comment ends it outside of quotes. */
function plain(value: string): string {
  let text = ''
  let isQuoted = false
  for (let at = 0; at < value.length; at += 1) {
    const character = value[at] ?? ''
    if (character === '\\') {
      at += 1
      text += value[at] ?? ''
    } else if (character === '"') isQuoted = !isQuoted
    else if (!isQuoted && (character === '#' || character === ';')) break
    else text += character
  }
  return text.trim()
}
