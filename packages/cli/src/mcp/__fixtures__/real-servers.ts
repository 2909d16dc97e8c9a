import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findProgram } from '../../../../../scripts/test-support/find-program.ts'

/** The places that a server works in. */
export interface RealPlaces {
  /** The folder of the test tools. */
  readonly tools: string
  /** A folder of the test alone, with `note.txt`, a repository and a document. */
  readonly folder: string
  /** A secret made for this run. It is in a file, a commit, a page and the name of a document. */
  readonly secret: string
  /** The address of a page that says "A page for the test" in its title, and of one at `/secret` that says the secret there. */
  readonly page: string
}

interface RealCall {
  readonly tool: string
  input(places: RealPlaces): Readonly<Record<string, unknown>>
}

/** A server that people use, and what to call of it. */
export interface RealServer {
  readonly id: string
  /** The program of the machine or resource that it needs beside Node. */
  readonly needs?: 'chromium' | 'postgres' | 'git'
  args(places: RealPlaces): readonly string[]
  readonly env?: (places: RealPlaces) => Readonly<Record<string, string>>
  /** Files that it expects. */
  readonly prepare?: (places: RealPlaces) => void
  readonly allowed: RealCall & { readonly says: RegExp }
  /** A call that a rule denies; undefined if a rule denies its one tool to an agent. */
  readonly denied?: RealCall
  /** A call whose result has the secret. */
  readonly telling: RealCall
}

const modules = ({ tools }: RealPlaces, path: string) => join(tools, 'node_modules', path)
const official = (places: RealPlaces, name: string) => modules(places, `@modelcontextprotocol/server-${name}/dist/index.js`)
const nothing = () => ({})

/** The nine servers of the proof, each with the pin of `test-tools/package.json`. */
export const realServers: readonly RealServer[] = [
  {
    id: 'everything',
    args: (places) => [official(places, 'everything'), 'stdio'],
    allowed: { tool: 'get-sum', input: () => ({ a: 19, b: 23 }), says: /42/ },
    denied: { tool: 'get-env', input: nothing },
    telling: { tool: 'echo', input: ({ secret }) => ({ message: `it is ${secret}` }) },
  },
  {
    id: 'filesystem',
    args: (places) => [official(places, 'filesystem'), places.folder],
    allowed: { tool: 'read_text_file', input: ({ folder }) => ({ path: join(folder, 'note.txt') }), says: /a quiet note/ },
    denied: { tool: 'write_file', input: ({ folder }) => ({ path: join(folder, 'new.txt'), content: 'x' }) },
    telling: { tool: 'read_text_file', input: ({ folder }) => ({ path: join(folder, 'secret.txt') }) },
  },
  {
    id: 'memory',
    args: (places) => [official(places, 'memory')],
    env: ({ folder }) => ({ MEMORY_FILE_PATH: join(folder, 'memory.jsonl') }),
    allowed: {
      tool: 'create_entities',
      input: () => ({ entities: [{ name: 'Ada', entityType: 'person', observations: ['likes numbers'] }] }),
      says: /likes numbers/,
    },
    denied: { tool: 'delete_entities', input: () => ({ entityNames: ['Ada'] }) },
    telling: {
      tool: 'create_entities',
      input: ({ secret }) => ({ entities: [{ name: 'Key', entityType: 'thing', observations: [`it is ${secret}`] }] }),
    },
  },
  {
    id: 'thinking',
    args: (places) => [official(places, 'sequential-thinking')],
    allowed: {
      tool: 'sequentialthinking',
      input: () => ({ thought: 'first', nextThoughtNeeded: false, thoughtNumber: 1, totalThoughts: 7 }),
      says: /"totalThoughts":\s*7/,
    },
    telling: {
      tool: 'sequentialthinking',
      input: ({ secret }) => ({
        thought: 'second',
        nextThoughtNeeded: false,
        thoughtNumber: 2,
        totalThoughts: 7,
        branchFromThought: 1,
        branchId: secret,
      }),
    },
  },
  {
    id: 'playwright',
    needs: 'chromium',
    args: (places) => [
      modules(places, '@playwright/mcp/cli.js'),
      ...['--headless', '--isolated', '--no-sandbox', '--executable-path', findProgram('chromium') ?? 'chromium'],
      ...['--output-dir', join(places.folder, 'browser')],
    ],
    allowed: { tool: 'browser_navigate', input: ({ page }) => ({ url: page }), says: /A page for the test/ },
    denied: { tool: 'browser_evaluate', input: () => ({ function: '() => 1' }) },
    telling: { tool: 'browser_navigate', input: ({ page }) => ({ url: new URL('/secret', page).href }) },
  },
  {
    id: 'postgres',
    needs: 'postgres',
    args: (places) => [official(places, 'postgres'), process.env.DRAWBRIDGE_TEST_POSTGRES ?? ''],
    allowed: { tool: 'query', input: () => ({ sql: 'select 6 * 7 as answer' }), says: /42/ },
    telling: { tool: 'query', input: ({ secret }) => ({ sql: `select 'it is ' || '${secret}' as said` }) },
  },
  {
    id: 'git',
    needs: 'git',
    args: (places) => [modules(places, '@cyanheads/git-mcp-server/dist/index.js')],
    env: ({ folder }) => ({ MCP_TRANSPORT_TYPE: 'stdio', GIT_BASE_DIR: folder, HOME: folder, LOGS_DIR: join(folder, 'logs') }),
    prepare: ({ folder, secret }) => {
      const repository = join(folder, 'repository')
      mkdirSync(repository)
      const git = (...words: string[]) =>
        execFileSync('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', ...words], { cwd: repository })
      git('init', '--quiet', '--initial-branch=trunk')
      writeFileSync(join(repository, 'a.txt'), 'a\n')
      git('add', '.')
      git('commit', '--quiet', '--message', `Begin with ${secret}`)
    },
    allowed: { tool: 'git_status', input: ({ folder }) => ({ path: join(folder, 'repository') }), says: /trunk/ },
    denied: { tool: 'git_commit', input: ({ folder }) => ({ path: join(folder, 'repository'), message: 'no' }) },
    telling: { tool: 'git_log', input: ({ folder }) => ({ path: join(folder, 'repository') }) },
  },
  {
    id: 'commander',
    args: (places) => [modules(places, '@wonderwhy-er/desktop-commander/dist/index.js'), '--no-onboarding'],
    env: ({ folder }) => ({ HOME: folder }),
    prepare: ({ folder }) => {
      mkdirSync(join(folder, '.claude-server-commander'), { recursive: true })
      const config = { telemetryEnabled: false, allowedDirectories: [folder], blockedCommands: [] }
      writeFileSync(join(folder, '.claude-server-commander/config.json'), JSON.stringify(config))
    },
    allowed: { tool: 'read_file', input: ({ folder }) => ({ path: join(folder, 'note.txt') }), says: /a quiet note/ },
    denied: { tool: 'start_process', input: () => ({ command: 'true', timeout_ms: 1_000 }) },
    telling: { tool: 'read_file', input: ({ folder }) => ({ path: join(folder, 'secret.txt') }) },
  },
  {
    id: 'pdf',
    args: (places) => [official(places, 'pdf'), '--stdio', join(places.folder, 'papers')],
    prepare: ({ folder, secret }) => {
      mkdirSync(join(folder, 'papers'))
      for (const name of ['report.pdf', `${secret}.pdf`]) writeFileSync(join(folder, 'papers', name), '%PDF-1.4\n%%EOF\n')
    },
    allowed: { tool: 'list_pdfs', input: nothing, says: /report\.pdf/ },
    denied: { tool: 'display_pdf', input: ({ folder }) => ({ url: join(folder, 'papers/report.pdf') }) },
    telling: { tool: 'list_pdfs', input: nothing },
  },
]
