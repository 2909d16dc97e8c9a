import { isInside, resolvePath } from '../effect/resolve-path.ts'
import type { ShellCommand, Word } from '../shell-command.ts'
import { shellNames } from '../unwrap/shell-names.ts'
import { buildTools } from './build-tools.ts'
import type { CodeFile } from './code-file.ts'
import { languages } from './languages.ts'
import { machines } from './machines.ts'
import type { Obeyed } from './obeyed.ts'
import { packageTools } from './package-tools.ts'

/** Programs that do what files of the workspace say, by name. */
const obeyTable: Readonly<Record<string, Obeyed>> = { ...buildTools, ...packageTools, ...languages, ...machines }

/** The number of parent folders that are searched, within the workspace. */
const maxParents = 12

/**
 * The files of the workspace that a command runs or obeys: scripts, makefiles, the `package.json` whose script it starts, hooks of a
 * repository. Pure and generous: a word that could be such a file is taken for one, and none of them needs to exist.
 */
export function obeyedFiles(command: ShellCommand, workspace: string): readonly CodeFile[] {
  const { argv, call, location } = command
  const name = call.name === '' ? (argv[0]?.text.split('/').at(-1) ?? '') : call.name
  const found: CodeFile[] = []
  const add = (path: string, file: Omit<CodeFile, 'path'>) => {
    const absolute = resolvePath(location.path, path)
    if (isInside(absolute, workspace)) found.push({ path: absolute, ...file })
  }
  const program = argv[0]
  if (program?.text.includes('/')) add(program.text, { why: 'it is the program' })
  const known = shellNames.has(name) ? shell : obeyedBy(name)
  const words = argv.slice(1)
  if (known !== undefined) collect(known, { name, words, folder: location.path, workspace }, add)
  if (known !== undefined || call.readsScript) {
    for (const path of inputsOf(command)) add(path, { why: `${name} reads it as its input` })
  }
  return [...new Map(found.map((file) => [JSON.stringify([file.path, file.endings, file.part]), file])).values()]
}

function isShell(name: string): boolean {
  return shellNames.has(name) || name === 'source' || name === '.'
}

const shell: Obeyed = { words: true, options: '--rcfile --init-file' }

interface Place {
  readonly name: string
  readonly words: readonly Word[]
  readonly folder: string
  readonly workspace: string
}

type Add = (path: string, file: Omit<CodeFile, 'path'>) => void

function collect(obeyed: Obeyed, place: Place, add: Add): void {
  const { name, words } = place
  const folders = [place.folder, ...valuesOf(words, obeyed.folders).map((each) => resolvePath(place.folder, each))]
  const part = obeyed.part === undefined ? {} : { part: { of: obeyed.part, names: namesOf(words, obeyed) } }
  const why = `${name} does what it says`
  for (const folder of folders) {
    for (const each of obeyed.upward === true ? upTo(folder, place.workspace) : [folder]) {
      for (const file of listOf(obeyed.files)) {
        const isParted = obeyed.part === 'makefile' || file === 'package.json'
        add(resolvePath(each, file), { why, ...(isParted ? part : {}) })
      }
    }
    if (obeyed.endings !== undefined) add(folder, { why, endings: listOf(obeyed.endings) })
  }
  for (const value of valuesOf(words, obeyed.options)) {
    add(value, { why, ...(obeyed.part === 'makefile' ? part : {}) })
  }
  if (obeyed.words === true) {
    const script = isShell(name) ? operandsOf(words)[0] : undefined
    for (const path of wordsOf(words)) {
      add(path, { why: `${name} is given it`, ...(path === script ? { language: 'shell' } : {}) })
    }
  }
  if (obeyed.modules === true) for (const module of valuesOf(words, '-m')) addModule(module, name, add)
  if (obeyed.binary === true) {
    const binary = operandsOf(words)[0]
    if (binary !== undefined) add(`node_modules/.bin/${binary}`, { why: `${name} runs it` })
  }
  for (const [subcommand, more] of Object.entries(obeyed.subcommands ?? {})) {
    const at = words.findIndex(({ text }) => text === subcommand)
    if (at >= 0) collect(more, { ...place, name: `${name} ${subcommand}`, words: words.slice(at + 1) }, add)
  }
}

/** `a.b` is `a/b.py`, or the folder `a/b` with what runs when it is loaded. */
function addModule(module: string, name: string, add: Add): void {
  const path = module.replaceAll('.', '/')
  const why = `${name} runs the module ${module}`
  add(`${path}.py`, { why })
  for (const [index] of path.split('/').entries()) {
    const folder = path
      .split('/')
      .slice(0, index + 1)
      .join('/')
    add(folder, { why, endings: ['.py'] })
  }
}

/** Returns the inputs from files: through a redirection, or from an earlier program that reads files. */
function inputsOf({ redirects, upstream }: ShellCommand): readonly string[] {
  const redirected = redirects.flatMap(({ operator, path }) =>
    operator === '<' && path !== undefined ? [path.path] : [],
  )
  const piped = upstream.flatMap(({ call }) =>
    call.paths.flatMap(({ access, path }) => (access === 'read' ? [path] : [])),
  )
  return [...redirected, ...piped]
}

/**
 * The words that may name a file, with values that are in one word with their option: `--import=./lib.js`,
 * `-r./lib.js`.
 */
function wordsOf(words: readonly Word[]): readonly string[] {
  return words.flatMap(({ text, static: isStatic }) => {
    if (!isStatic || text === '' || text === '-') return []
    if (!text.startsWith('-')) return [text]
    if (text.includes('=')) return [text.slice(text.indexOf('=') + 1)]
    return /^-[A-Za-z]./.test(text) ? [text.slice(2)] : []
  })
}

/** The values of the given options: in the next word, after `=`, or at once after a short option. */
function valuesOf(words: readonly Word[], options: string | undefined): readonly string[] {
  const wanted = listOf(options)
  return words
    .flatMap(({ text }, index) =>
      wanted.flatMap((option) => {
        if (text === option) return [words[index + 1]?.text ?? '']
        if (text.startsWith(`${option}=`)) return [text.slice(option.length + 1)]
        const isShort = option.length === 2
        if (isShort && text.startsWith(option)) return [text.slice(2)]
        // The last of several flags in one word: `-nf script.awk`.
        const isLast = isShort && /^-[A-Za-z]+$/.test(text) && !text.startsWith('--') && text.endsWith(option.slice(1))
        return isLast ? [words[index + 1]?.text ?? ''] : []
      }),
    )
    .filter((value) => value !== '' && value !== '-')
}

/** Returns the names of the scripts or goals that the words select. An empty list means the default script or goal. */
function namesOf(words: readonly Word[], { part, options, folders }: Obeyed): readonly string[] {
  const valued = new Set([...listOf(options), ...listOf(folders)])
  const operands = words.filter(({ text }, index) => !text.startsWith('-') && !valued.has(words[index - 1]?.text ?? ''))
  const names = operands.map(({ text }) => text)
  if (part === 'makefile') return names.filter((name) => !name.includes('='))
  const [first, second] = names
  return first !== undefined && /^(?:run|run-script|rum|urn|x|exec)$/.test(first) ? listOf(second) : listOf(first)
}

function operandsOf(words: readonly Word[]): readonly string[] {
  return words.flatMap(({ text }) => (text.startsWith('-') ? [] : [text]))
}

/** The folder and those above it, up to the workspace. */
function upTo(folder: string, workspace: string): readonly string[] {
  const folders = [folder]
  for (let at = folder; at !== workspace && at !== '/' && folders.length <= maxParents; ) {
    at = resolvePath(at, '..')
    folders.push(at)
  }
  return folders
}

function listOf(text: string | undefined): readonly string[] {
  return (text ?? '').split(/\s+/).filter((word) => word !== '')
}

/** Returns the table's entry for a program, whose name may end in a version. */
function obeyedBy(name: string): Obeyed | undefined {
  return [name, name.replace(/[\d.]+$/, '')]
    .map((each) => (Object.hasOwn(obeyTable, each) ? obeyTable[each] : undefined))
    .find((found) => found !== undefined)
}
