import { harmless } from '@drawbridge/core/untrusted'
import { readFrontMatter } from './front-matter.ts'

/** A skill as its file describes it. */
export interface SkillDescription {
  readonly name: string
  /** The task that it is for, in one line. */
  readonly description: string
  readonly license?: string
  readonly compatibility?: string
  /** Tools that the author wishes to be allowed. A wish that is shown, never a permission. */
  readonly allowedTools: readonly string[]
  /** Names of variables with secrets that its scripts need. */
  readonly environment: readonly string[]
  /** Programs that its scripts need. */
  readonly programs: readonly string[]
  /** All other fields, as text. */
  readonly otherFields: Readonly<Record<string, string>>
  /** The instructions. */
  readonly body: string
}

/** A skill with remarks for its author, or the reason that it is not one. */
export type ReadSkill =
  | { readonly ok: true; readonly skill: SkillDescription; readonly notes: readonly string[] }
  | { readonly ok: false; readonly problem: string }

/** The longest file that is read, in bytes. */
export const longestSkillBytes = 256 * 1024
const longestName = 64
const longestDescription = 1_024
const name = /^[\p{Ll}\p{Lo}\p{N}]+(?:-[\p{Ll}\p{Lo}\p{N}]+)*$/u
const known = new Set(['name', 'description', 'license', 'compatibility', 'metadata', 'allowed-tools'])

/**
 * Reads `SKILL.md` in the Agent Skills format. Lenient where clients are: a name that differs from the folder's, or one that is too
 * long, is a remark. Pure.
 * @param folder The name of its folder.
 */
export function readSkill(text: string, folder: string): ReadSkill {
  const matter = readFrontMatter(text)
  if (!matter.ok) return matter
  const { fields, body } = matter
  const notes = [...matter.notes]
  const field = (key: string) => {
    const value = fields.get(key)
    return typeof value === 'string' ? oneLine(value) : undefined
  }
  const description = field('description')
  if (description === undefined || description === '')
    return { ok: false, problem: 'It has no description, so nobody could know when to use it.' }
  if (description.length > longestDescription)
    notes.push(`Its description has ${description.length} characters; the first ${longestDescription} are shown.`)
  const named = readName(field('name'), folder, notes)
  if (!named.ok) return named
  if (/(?:^|[^\w`])!`[^`]+`/.test(body))
    notes.push('Its text has commands in !`…`. They are text here and run nothing.')
  const metadata = fields.get('metadata')
  const more = metadata instanceof Map ? metadata : new Map<unknown, unknown>()
  const others = [...fields].filter(([key]) => !known.has(key))
  return {
    ok: true,
    notes,
    skill: {
      name: named.name,
      description: description.slice(0, longestDescription),
      ...optional('license', field('license')),
      ...optional('compatibility', field('compatibility')?.slice(0, 500)),
      allowedTools: wordsOf(fields.get('allowed-tools')),
      environment: wordsOf(more.get('drawbridge.env')).filter((word) => /^[A-Za-z_]\w{0,127}$/.test(word)),
      programs: wordsOf(more.get('drawbridge.programs')).filter((word) => /^[\w.+-]{1,100}$/.test(word)),
      otherFields: Object.fromEntries(
        [...others, ...[...more].map(([key, value]) => [`metadata.${String(key)}`, value] as const)].map(
          ([key, value]) => [oneLine(key), shown(value)],
        ),
      ),
      body,
    },
  }
}

function readName(
  given: string | undefined,
  folder: string,
  notes: string[],
): { readonly ok: true; readonly name: string } | { readonly ok: false; readonly problem: string } {
  const wish = (given === undefined || given === '' ? folder : given).normalize('NFKC')
  if (/^\/|\\|(?:^|\/)\.\.?(?:\/|$)/.test(wish))
    return { ok: false, problem: `The name ${JSON.stringify(wish.slice(0, 100))} is a path. Give a plain name.` }
  if (given === undefined || given === '') notes.push('It has no name; that of its folder is used.')
  const plain = wish
    .toLowerCase()
    .replaceAll(/[\s_:/.]+/g, '-')
    .replaceAll(/-{2,}/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, longestName)
    .replace(/-+$/, '')
  if (!name.test(plain))
    return {
      ok: false,
      problem: `The name ${JSON.stringify(wish.slice(0, 100))} cannot be used: up to ${longestName} small letters, digits and dashes are allowed.`,
    }
  if (
    /\p{Script=Latin}/u.test(plain) &&
    /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}]/u.test(plain)
  )
    return {
      ok: false,
      problem: `The name ${JSON.stringify(plain)} mixes letters of several alphabets that look alike.`,
    }
  if (plain !== wish)
    notes.push(`Its name ${JSON.stringify(wish.slice(0, 100))} is not in the form of the format; "${plain}" is used.`)
  else if (plain !== folder.normalize('NFKC'))
    notes.push(`Its name differs from that of its folder, ${JSON.stringify(folder)}.`)
  if (/[^a-z0-9-]/.test(plain)) notes.push('Its name has letters beyond a–z.')
  return { ok: true, name: plain }
}

function wordsOf(value: unknown): readonly string[] {
  const texts = Array.isArray(value)
    ? value.filter((item) => typeof item === 'string')
    : typeof value === 'string'
      ? [value]
      : []
  return texts
    .flatMap((text) => text.match(/[^\s,(]+(?:\([^)]*\))?/g) ?? [])
    .map(oneLine)
    .slice(0, 100)
}

function shown(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value instanceof Map ? [...value] : value)
  return oneLine(text ?? '').slice(0, 500)
}

/** One line without hidden characters and look-alikes of our markers. */
function oneLine(text: string): string {
  return harmless(text).replaceAll(/\s+/g, ' ').trim()
}

function optional<Key extends string>(key: Key, value: string | undefined): { readonly [Each in Key]?: string } {
  return value === undefined || value === '' ? {} : ({ [key]: value } as { readonly [Each in Key]: string })
}
