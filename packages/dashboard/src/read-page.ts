import { readFile } from 'node:fs/promises'
import { extname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'

/** A file of the page, as a server answers it. */
export interface PageFile {
  readonly body: Uint8Array<ArrayBuffer>
  /** Headers of its content: type, encoding and how long it may be kept. The server adds those of its own policy. */
  readonly headers: Readonly<Record<string, string>>
  /** True for the document, whose answer needs the policy for pages. */
  readonly isDocument: boolean
}

/** The files of the page. */
export interface PageFiles {
  /**
   * Returns the file for a path of the address; the document for any path without an extension or below the name of a page, because the
   * page has addresses of its own. Undefined if there is no such file, or if the page has not been built yet.
   * @param accepted The value of `Accept-Encoding`.
   */
  find(pathname: string, accepted?: string): Promise<PageFile | undefined>
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.md': 'text/plain; charset=utf-8',
}

/** The addresses of pages, which hold names of any kind, such as `/tools/fs.read_file`: only `assets` is a folder of files. */
const belowPage = /^\/(?!assets\/)[\w-]+\//

/** Files that the build has compressed already, the smallest first. */
const encodings = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const

/**
 * Opens the page that `npm run build:dashboard` has built. Files are read when they are asked for, so that a page that is built later is
 * found.
 * @param folder Default: the folder of this package.
 */
export function openPage(folder: string = builtPage()): PageFiles {
  return {
    find: async (pathname, accepted = '') => {
      const isDocument = extname(pathname) === '' || belowPage.test(pathname)
      const name = isDocument ? 'index.html' : plainName(pathname)
      const type = types[extname(name ?? '')]
      if (name === undefined || type === undefined) return undefined
      const isNamedByContent = name.startsWith('assets/')
      const preloads = isDocument ? await preloadsOf(folder, pathname) : ''
      const headers = {
        'content-type': type,
        'cache-control': isNamedByContent ? 'public, max-age=31536000, immutable' : 'no-store',
        vary: 'accept-encoding',
        ...(preloads === '' ? {} : { link: preloads }),
      }
      for (const [encoding, ending] of encodings) {
        if (!accepted.includes(encoding)) continue
        const body = await readIfThere(join(folder, `${name}${ending}`))
        if (body !== undefined) return { body, headers: { ...headers, 'content-encoding': encoding }, isDocument }
      }
      const body = await readIfThere(join(folder, name))
      return body === undefined ? undefined : { body, headers, isDocument }
    },
  }
}

/** The part of the build's list of files that says what a module needs. */
type BuiltModules = Readonly<Record<string, { readonly file: string; readonly imports?: readonly string[] }>>

/**
 * Returns the header that lets a browser fetch the code of the page at an address together with that of the frame, not after it; an empty
 * text if there is nothing to fetch.
 */
async function preloadsOf(folder: string, pathname: string): Promise<string> {
  const [, wanted] = pathname.split('/')
  const list = await readIfThere(join(folder, 'manifest.json'))
  if (list === undefined) return ''
  const modules = JSON.parse(new TextDecoder().decode(list)) as BuiltModules
  const page = Object.keys(modules).find((key) => /([\w-]+)-page\.tsx?$/.exec(key)?.[1] === wanted)
  const files = new Set<string>()
  const add = (key: string) => {
    const found = modules[key]
    if (found === undefined || files.has(found.file)) return
    files.add(found.file)
    for (const imported of found.imports ?? []) add(imported)
  }
  if (page !== undefined) add(page)
  return [...files].map((file) => `</${file}>; rel=modulepreload`).join(', ')
}

/** The folder of the page: next to the sources, or in the published package. */
function builtPage(): string {
  return fileURLToPath(new URL('../dist/page', import.meta.resolve('@drawbridge/dashboard')))
}

/** Returns the name of a file below the folder; undefined for a path that is not plainly one. */
function plainName(pathname: string): string | undefined {
  const name = normalize(pathname).replace(/^\/+/, '')
  return /^[\w-][\w.-]*(?:\/[\w-][\w.-]*)*$/.test(name) ? name : undefined
}

async function readIfThere(path: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
  try {
    return await readFile(path)
  } catch {
    return undefined
  }
}
