#!/usr/bin/env node
// Starts the command on a Node that can run it. This file is for the others too: every Node since 12 can parse it, so no
// `node:` prefix, no top-level await and no younger syntax. An import would read every export of such a module, which takes a
// twentieth of the time of a start; `require` does not.
import { createRequire } from 'module'

const require = createRequire(import.meta.url)
const fs = require('fs')
const module = require('module')
const path = require('path')
const { fileURLToPath } = require('url')

const launcher = fileURLToPath(import.meta.url)
const isPacked = fs.existsSync(path.join(path.dirname(launcher), '../dist/main.js'))
/** Sources need a Node that strips types and disposes resources; compiled modules run on older ones. */
const needed = isPacked ? { version: [22, 18], name: '22.18' } : { version: [24, 0], name: '24' }

if (process.platform === 'win32') {
  refuse(
    'Drawbridge does not run on Windows: its checks of paths, permissions and processes are those of Linux and macOS. ' +
      'Run it in the Windows Subsystem for Linux: `wsl --install`, then install Node and Drawbridge inside it.',
  )
} else if (isAtLeast(process.versions.node, needed.version)) {
  start()
} else {
  const node = findRepositoryNode()
  if (node === undefined || node === process.execPath) refuse(oldNode())
  else startOn(node)
}

function isAtLeast(version, [major, minor]) {
  const [ownMajor, ownMinor] = version.split('.').map(Number)
  return ownMajor > major || (ownMajor === major && ownMinor >= minor)
}

function start() {
  enableCompileCache()
  hideSqliteWarning()
  endWithParentLauncher()
  if (!isPacked) findSourcesQuickly()
  return isPacked ? import('../dist/main.js') : import('../src/main.ts')
}

/** In the person's own folder: whoever can write to a shared one could put code into the cache. */
function enableCompileCache() {
  const { XDG_CACHE_HOME, HOME } = process.env
  const caches = XDG_CACHE_HOME || (HOME && path.join(HOME, '.cache'))
  if (caches && module.enableCompileCache) module.enableCompileCache(path.join(caches, 'drawbridge', 'compiled'))
}

/**
 * Sources name each other by path with extension, or by a package that is the same for all: there is nothing to search. Node would
 * look at each file and at the package.json above it, for hundreds of imports: a quarter of the time of a start.
 */
function findSourcesQuickly() {
  const found = new Map()
  module.registerHooks({
    resolve(specifier, context, next) {
      const [, extension] = /^\.\.?\/.*\.(ts|m?js)$/.exec(specifier) || []
      if (extension !== undefined) {
        // Zod, which the MCP SDK loads, brings its messages in sixty languages along; nobody here asks for another than English.
        const isLanguages = specifier === '../locales/index.js' && /\/zod\/v4\/\w+\/\w+\.js$/.test(context.parentURL)
        const { href } = new URL(isLanguages ? '../locales/en.js' : specifier, context.parentURL)
        return { url: href, shortCircuit: true, format: extension === 'ts' ? 'module-typescript' : undefined }
      }
      if (!specifier.startsWith('@drawbridge/')) return next(specifier, context)
      if (!found.has(specifier)) found.set(specifier, { ...next(specifier, context), shortCircuit: true })
      return found.get(specifier)
    },
    load(url, context, next) {
      if (context.format !== 'module-typescript') return next(url, context)
      return { format: context.format, source: fs.readFileSync(fileURLToPath(url), 'utf8'), shortCircuit: true }
    },
  })
}

/** Node 22 calls its SQLite experimental, which is known here and no news to whoever runs a command. */
function hideSqliteWarning() {
  const emitWarning = process.emitWarning
  process.emitWarning = (warning, ...rest) => {
    const isExperimental = rest[0] === 'ExperimentalWarning' || (rest[0] && rest[0].type === 'ExperimentalWarning')
    if (isExperimental && /^SQLite /.test(String(warning))) return
    emitWarning.call(process, warning, ...rest)
  }
}

/** A launcher that was killed outright could pass on no signal; its end of the channel closes all the same. */
function endWithParentLauncher() {
  if (!process.channel) return
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
  process.channel.unref()
}

/** The Node that `npm ci` installs beside the sources. */
function findRepositoryNode() {
  const installed = path.join('node_modules', `node-${process.platform}-${process.arch}`, 'bin', 'node')
  let folder = path.dirname(launcher)
  while (folder !== path.dirname(folder)) {
    const candidate = path.join(folder, installed)
    if (fs.existsSync(candidate)) return fs.realpathSync(candidate)
    folder = path.dirname(folder)
  }
  return undefined
}

function startOn(node) {
  const args = [...process.execArgv, launcher, ...process.argv.slice(2)]
  const child = require('child_process').spawn(node, args, { stdio: ['inherit', 'inherit', 'inherit', 'ipc'] })
  passSignalsTo(child)
  child.on('error', (error) => {
    process.stderr.write(`drawbridge: ${node} does not start: ${error.message}\n`)
    process.exit(2)
  })
  child.on('exit', (code, signal) => {
    if (signal === null) process.exit(code)
    process.removeAllListeners(signal)
    process.kill(process.pid, signal)
  })
}

function passSignalsTo(child) {
  // A terminal sends the signals of its keys to both processes; passed on they would arrive twice.
  const hasTerminal = [0, 1, 2].some((descriptor) => require('tty').isatty(descriptor))
  for (const signal of ['SIGINT', 'SIGQUIT', 'SIGTERM', 'SIGHUP', 'SIGUSR2']) {
    const isSentByKey = hasTerminal && (signal === 'SIGINT' || signal === 'SIGQUIT')
    process.on(signal, () => isSentByKey || child.kill(signal))
  }
}

function oldNode() {
  const remedy = isPacked ? 'Install a newer Node.' : 'Run `npm ci` in the repository, which brings one, or install it.'
  return `Drawbridge needs Node ${needed.name} or newer; this is ${process.version}. ${remedy}`
}

function refuse(reason) {
  process.stderr.write(`drawbridge: ${reason}\n`)
  process.exitCode = 2
}
