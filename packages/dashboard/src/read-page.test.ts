import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildDashboard } from '../../../scripts/lib/build-dashboard.ts'
import { repositoryRoot } from '../../../scripts/lib/repository-root.ts'
import { openPage } from './read-page.ts'

const folder = mkdtempSync(join(tmpdir(), 'page-'))
afterAll(() => rmSync(folder, { recursive: true }))

describe('the files of a page', () => {
  const page = openPage(folder)

  it('finds nothing before the page is built', async () => {
    expect(await page.find('/')).toBeUndefined()
  })

  it('finds the document for every address of the page, and files by their names', async () => {
    mkdirSync(join(folder, 'assets'))
    writeFileSync(join(folder, 'index.html'), '<title>')
    writeFileSync(join(folder, 'assets/a-1.js'), 'one')
    writeFileSync(join(folder, 'assets/a-1.js.br'), 'compressed')
    for (const address of ['/inbox/apr_1', '/tools/fs.read_file', '/memory/notes.md'])
      expect((await page.find(address))?.isDocument).toBe(true)
    expect(await page.find('/robots.txt')).toBeUndefined()
    expect((await page.find('/assets/a-1.js'))?.headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
    })
    expect((await page.find('/assets/a-1.js', 'gzip, br'))?.headers['content-encoding']).toBe('br')
    expect(await page.find('/assets/b-2.js')).toBeUndefined()
  })

  it('leaves its folder by no path', async () => {
    writeFileSync(join(folder, '../outside.js'), 'secret')
    for (const path of [
      '/../outside.js',
      '/assets/../../outside.js',
      '//outside.js',
      '/..%2foutside.js',
      '/.\\outside.js',
    ])
      expect(await page.find(path)).toBeUndefined()
    rmSync(join(folder, '../outside.js'))
  })
})

describe('the built page', () => {
  beforeAll(() => buildDashboard(repositoryRoot))

  it('sends at most 200 KB for the first page, and plots only where they are shown', () => {
    const built = join(repositoryRoot, 'packages/dashboard/dist/page')
    const manifest = JSON.parse(readFileSync(join(built, 'manifest.json'), 'utf8')) as Record<
      string,
      { file: string; imports?: string[]; css?: string[] }
    >
    const files = new Set<string>(['index.html'])
    const add = (key: string) => {
      const chunk = manifest[key]
      if (chunk === undefined || files.has(chunk.file)) return
      files.add(chunk.file)
      for (const style of chunk.css ?? []) files.add(style)
      for (const imported of chunk.imports ?? []) add(imported)
    }
    add('index.html')
    add('pages/inbox/inbox-page.tsx')
    const size = [...files].reduce((sum, name) => sum + readFileSync(join(built, `${name}.gz`)).length, 0)
    expect(files.size).toBeGreaterThan(5)
    expect(size).toBeLessThan(200_000)
    expect([...files].some((name) => name.includes('plot'))).toBe(false)
  })

  it('names the code of the page at an address, so that a browser fetches it together with the frame', async () => {
    const page = openPage(join(repositoryRoot, 'packages/dashboard/dist/page'))
    const linked = async (address: string) => (await page.find(address))?.headers.link ?? ''
    const files = [...(await linked('/sessions/ses_1')).matchAll(/<([^>]+)>; rel=modulepreload/g)].map(
      ([, file]) => file,
    )
    expect(files[0]).toMatch(/^\/assets\/sessions-page-/)
    for (const file of files) expect(await page.find(file ?? '')).toBeDefined()
    expect(await linked('/nowhere')).toBe('')
  })

  it('fetches the frame and the inbox at once: no more files than a browser asks a server for at a time', async () => {
    const page = openPage(join(repositoryRoot, 'packages/dashboard/dist/page'))
    const document = new TextDecoder().decode((await page.find('/inbox'))?.body)
    const files = [...document.matchAll(/(?:src|href)="\/((?:assets|theme)[^"]+)"/g)].map(([, file]) => file ?? '')
    expect(files.some((file) => file.startsWith('assets/inbox-'))).toBe(true)
    expect(files.length).toBeLessThanOrEqual(6)
    expect(await page.find('/inbox').then((file) => file?.headers.link)).toBeUndefined()
  })

  it('has the licences of what it is made of', () => {
    const built = join(repositoryRoot, 'packages/dashboard/dist/page')
    const licences = readFileSync(join(built, 'licences.md'), 'utf8')
    for (const name of ['react-dom', 'react-router', 'uplot', 'lucide-react']) expect(licences).toContain(`## ${name}`)
    expect(readdirSync(built)).toContain('theme.js')
  })
})
