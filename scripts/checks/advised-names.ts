import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type CheckResult, resultOf } from '../lib/check.ts'
import { type CommandLineJudge, openCommandLine } from '../lib/command-line.ts'
import { isTestFile, listFiles } from '../lib/list-files.ts'
import { proseOf } from '../lib/prose.ts'
import { hasSetting, hasSettingAnywhere, keysOf, type SettingsSchema, sectionsOf } from '../lib/settings-schema.ts'

const schemaFile = 'packages/sdk/drawbridge.schema.json'

/** Every setting and every command that a message or a document advises exists: advice that fails is worse than none. */
export async function checkAdvisedNames(root: string): Promise<CheckResult> {
  const paths = listFiles(root).filter((path) => isRead(path))
  const sources = new Map(paths.map((path) => [path, readFileSync(join(root, path), 'utf8')]))
  const schema = readSchema(join(root, schemaFile))
  const settings = settingsJudge(schema, new Set([...sources.values()].flatMap((source) => wholeNamesIn(source))))
  const commandLine = await openCommandLine(root)
  const problems: string[] = []
  for (const [path, source] of sources) {
    for (const { text, line, commands, isPartial } of advicesOf(path, source)) {
      const found = [...settings(text), ...(await commandProblems(commands, isPartial, commandLine))]
      problems.push(...found.map((problem) => `${path}:${line} advises ${problem}`))
    }
  }
  return resultOf(problems)
}

function isRead(path: string): boolean {
  if (isTestFile(path)) return false
  return /^packages\/.*\.tsx?$/.test(path) || /^docs\/.*\.md$|^README\.md$/.test(path)
}

function readSchema(file: string): SettingsSchema {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
}

/** A text that may advise something. */
interface Advice {
  readonly text: string
  readonly line: number
  /** The words of the command lines in it. */
  readonly commands: readonly string[]
  /** True if a command may leave out arguments, as a sentence does. */
  readonly isPartial: boolean
}

function advicesOf(path: string, source: string): readonly Advice[] {
  return path.endsWith('.md') ? advicesOfDocument(source) : advicesOfSource(path, source)
}

/** Stands for a value in a message. */
const placeholder = 'X'

/** Commands in backticks, at the end of a sentence such as "See: drawbridge sessions", or alone in a text. */
const inMessage = /(?:(?<=`)|(?<=: )|^)drawbridge ([a-z][^`\n]*?)\.?(?=`|$|\\n|\. | \(|, or |; | [|<>#&])/gm

function advicesOfSource(path: string, source: string): readonly Advice[] {
  return proseOf(path, source).flatMap(({ kind, text, line }) => {
    if (kind !== 'message') return []
    const read = text.replaceAll(/\\?\$\{[^}]*\}/g, placeholder).replaceAll('\\`', '`')
    return [{ text: read, line, commands: wordsIn(read, inMessage), isPartial: true }]
  })
}

const inBackticks = /(?<=`)drawbridge ([a-z][^`]*?)(?=`| [|<>#&])/g
const inShell = /(?:^|[|;&(]\s*|\bnpx (?:--no )?)drawbridge ((?:'[^']*'|"[^"]*"|[^|;&<>)'"])+)/g

/** In blocks of shell, lines with `# exit 2` show an error of usage. */
function advicesOfDocument(source: string): readonly Advice[] {
  let isShell = false
  return source.split('\n').map((text, index) => {
    const fence = /^\s*```(\w*)/.exec(text)
    if (fence !== null) isShell = !isShell && /^(?:ba)?sh$/.test(fence[1] ?? '')
    const shown = text.includes('# exit 2') ? '' : text.replace(/(?:^|\s)#.*$/, '')
    const commands = isShell ? wordsIn(shown, inShell) : wordsIn(text, inBackticks)
    return { text, line: index + 1, commands, isPartial: !isShell }
  })
}

function wordsIn(text: string, pattern: RegExp): readonly string[] {
  return [...text.matchAll(pattern)].flatMap(([, words = '']) => (notAdvice.has(words) ? [] : [words.trim()]))
}

/** Texts that only look like commands. */
const notAdvice: ReadonlySet<string> = new Set(['key id'])

async function commandProblems(
  commands: readonly string[],
  isPartial: boolean,
  judge: CommandLineJudge,
): Promise<readonly string[]> {
  const problems: string[] = []
  for (const words of commands) {
    const problem = await judge(words, { isPartial })
    if (problem !== undefined) problems.push(`"drawbridge ${words}": ${problem}`)
  }
  return problems
}

/** Names with dots that code uses by themselves, such as those of tools and events, are not settings. */
function wholeNamesIn(source: string): readonly string[] {
  return [...source.matchAll(/'([a-z_]+(?:\.[a-z_]+)+)'/g)].flatMap(([, name]) => name ?? [])
}

/** Tools of MCP servers are named like settings below `mcp`, which has only `servers` with parts. */
const isServerTool = /^mcp\.(?!servers\.)\w+\.(?:\w+|\*)$/
const isFile = /\.(?:db|js|json|jsonc|jsonl|map|md|nix|sh|test|ts|tsx|txt)(?:\.|$)/

/** Finds settings by path (`store.kind`), as a part of a file (`"store": { "kind"`), and as a key that an operator may set. */
function settingsJudge(schema: SettingsSchema, names: ReadonlySet<string>): (text: string) => readonly string[] {
  const section = `(?:${sectionsOf(schema).join('|') || '(?!)'})`
  const byPath = new RegExp(`(?<![\\w./@"$-])${section}(?:\\.(?:\\w+|\\*))+(?![\\w(])`, 'g')
  const inFile = new RegExp(`"(${section})": \\{ "(\\w+)"`, 'g')
  const byKey = /\boperator can (?:\w+ ){1,4}(?:in|to|by) (?:the )?[`"]?([a-z]+[A-Z]\w*)/g
  const keys = keysOf(schema)
  return (text) => {
    const paths = [...text.matchAll(byPath)]
      .map(([path]) => path)
      .filter((path) => !names.has(path) && !isFile.test(path) && !isServerTool.test(path))
    const parts = [...text.matchAll(inFile)].map(([, outer = '', inner = '']) => [outer, inner])
    return [
      ...paths.filter((path) => !hasSetting(schema, withoutValues(path))),
      ...parts.filter((part) => !hasSettingAnywhere(schema, part)).map((part) => part.join('.')),
      ...[...text.matchAll(byKey)].flatMap(([, key = '']) => (keys.has(key) ? [] : [key])),
    ].map((setting) => `the setting "${setting}", which ${schemaFile} does not have.`)
  }
}

/** The path before a value such as `X` or `*`, which may be any key. */
function withoutValues(path: string): readonly string[] {
  const steps = path.split('.')
  const value = steps.findIndex((step) => step === placeholder || step === '*')
  return value === -1 ? steps : steps.slice(0, value)
}
