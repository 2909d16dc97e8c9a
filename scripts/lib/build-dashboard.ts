import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { listFiles } from './list-files.ts'

/**
 * Builds the page of the dashboard into `packages/dashboard/dist/page`, with a compressed form of each file. It is hashed by its
 * sources: if nothing has changed since the last time, nothing is done.
 * @returns what it did, in words.
 * @throws if the page cannot be built.
 */
export async function buildDashboard(root: string): Promise<string> {
  const folder = join(root, 'packages/dashboard')
  const built = join(folder, 'dist/page')
  const mark = join(folder, 'dist/built-from')
  const hash = hashOfSources(root, folder)
  if (existsSync(mark) && readFileSync(mark, 'utf8') === hash) return 'The dashboard is up to date.'
  if (!existsSync(join(root, 'node_modules/vite')))
    return 'The dashboard was not built: that needs the development dependencies.'
  const { build } = await import('vite')
  await asInProduction(() => build({ configFile: join(folder, 'vite.config.ts') }))
  for (const path of listBuilt(built)) compress(path)
  writeFileSync(mark, hash)
  return `Built the dashboard into ${built}.`
}

/** Does the work in the environment of a release: a run of tests says `test` in it, for which libraries bring their checks for developers. */
async function asInProduction(work: () => Promise<unknown>): Promise<void> {
  const { NODE_ENV: before } = process.env
  process.env.NODE_ENV = 'production'
  try {
    await work()
  } finally {
    if (before === undefined) delete process.env.NODE_ENV
    else process.env.NODE_ENV = before
  }
}

/** Changes with every file that the page is built from, and with the versions of what it is built with. */
function hashOfSources(root: string, folder: string): string {
  const hash = createHash('sha256').update('production')
  const sources = listFiles(join(folder, 'src/page')).map((path) => join(folder, 'src/page', path))
  const escaped = join(root, 'packages/core/src/text/escape-unprintable.ts')
  for (const path of [...sources, escaped, join(folder, 'vite.config.ts'), join(folder, 'package.json')]) {
    if (existsSync(path)) hash.update(path.slice(root.length)).update(readFileSync(path))
  }
  return hash.digest('hex')
}

function listBuilt(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(?:js|css|html|svg)$/.test(name))
    .map((name) => join(folder, name))
}

function compress(path: string): void {
  const content = readFileSync(path)
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }
  writeFileSync(`${path}.br`, brotliCompressSync(content, quality))
  writeFileSync(`${path}.gz`, gzipSync(content, { level: 9 }))
}
