import { globSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { runTool } from '../scripts/lib/run.ts'

vi.setConfig({ testTimeout: 240_000 })

const root = join(import.meta.dirname, '..')

/** What samples take for granted, by the page or by all pages: names with their types. */
const given: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  '*': {
    session: "import('@drawbridge/sdk').Session",
    drawbridge: "import('@drawbridge/sdk').Drawbridge",
    run: "import('@drawbridge/sdk').Run",
    house: "import('@drawbridge/room').House",
    context: "import('@drawbridge/sdk').ToolContext",
    registry: "import('@drawbridge/core').Registry",
    askPerson: "(request: unknown) => Promise<{ readonly answer: 'allow_once' }>",
    show: '(part: unknown) => void',
    prompt: 'string',
    model: 'any',
    messages: 'any[]',
    folder: 'string',
  },
  'docs/frameworks.md': {
    client: "import('@anthropic-ai/sdk').default",
    max_tokens: 'number',
    getWeather: "import('@openai/agents').FunctionTool",
    graph: '{ invoke(input: unknown, config?: object): Promise<unknown> }',
    config: 'object',
    query: '(options: object) => AsyncIterable<unknown>',
  },
  'packages/net/README.md': {
    url: 'string',
    signal: 'AbortSignal',
    systemClock: "import('@drawbridge/core/base').Clock",
    record: '(decision: unknown) => void',
  },
  'packages/mcp/README.md': {
    tokens: '{ authenticate(token: string): Promise<undefined> }',
    sessionOf: "(caller: unknown) => import('@drawbridge/sdk').Session",
  },
  'packages/subagents/README.md': { fail: "typeof import('@drawbridge/sdk').fail" },
}

/** Frameworks that are no dependency of ours: their samples are not compiled. */
const absent = /'@mastra\//

interface Sample {
  readonly page: string
  readonly file: string
  readonly text: string
}

const pages = ['README.md', ...globSync('docs/*.md', { cwd: root }), ...globSync('packages/*/README.md', { cwd: root })]
const samples: readonly Sample[] = pages.flatMap((page) => {
  const [written = ''] = readFileSync(join(root, page), 'utf8').split('<!-- generated')
  const blocks = [...written.matchAll(/^```ts\n(.*?)^```$/gms)].flatMap(([, text = '']) =>
    absent.test(text) ? [] : text,
  )
  const texts = page === 'docs/library.md' ? [blocks.join('\n')] : blocks
  return texts.map((text, index) => ({ page, file: `${page.replaceAll(/[/.]/g, '-')}-${index + 1}.ts`, text }))
})

/** The sample as a module: with the names that it takes for granted, if it uses them without making them. */
function moduleOf({ page, text }: Sample): string {
  const names = { ...given['*'], ...given[page] }
  const declared = Object.entries(names).flatMap(([name, type]) => {
    const made = new RegExp(
      String.raw`(?:const|using|import) [^=\n]*\b${name}\b[^=\n(]*(?:=|from)|const (?:${name}|\{[^}]*\b${name}\b[^}]*\}) of`,
    )
    return new RegExp(String.raw`(?<![.'\w])${name}\b(?!:)`).test(text) && !made.test(text)
      ? [`declare const ${name}: ${type}`]
      : []
  })
  return [...declared, 'export {}', text].join('\n')
}

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'drawbridge-samples-'))
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  const { compilerOptions } = JSON.parse(readFileSync(join(root, 'tsconfig.json'), 'utf8')) as {
    compilerOptions: object
  }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }))
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
  for (const sample of samples) writeFileSync(join(folder, sample.file), moduleOf(sample))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('every sample in the documents compiles', async () => {
  expect(samples.length).toBeGreaterThan(25)
  const { stdout, stderr } = await runTool(root, 'tsc', ['-p', folder, '--pretty', 'false'])
  expect(stdout + stderr).toBe('')
})
