/** Before the name of every variable that the program gets, so that none of them acts on the launcher. */
export const passedPrefix = 'DRAWBRIDGE_PASS_'

/** Listens on the loopback address, hands the listener over by the channel to this process, closes that, and goes on. */
const handOver = `
function handOver(port, goOn) {
  const server = require('node:net').createServer()
  server.once('error', (error) => give(125, 'the way to the network cannot be opened: ' + error.message))
  server.listen(Number(port), '127.0.0.1', () => {
    process.send('listening', server, (error) => {
      if (error) give(125, 'the way to the network cannot be handed over: ' + error.message)
      // A program that comes after would inherit the channel.
      process.once('disconnect', goOn)
      process.disconnect()
    })
  })
}
function give(code, reason) {
  process.stderr.write('drawbridge: ' + reason + '\\n')
  process.exit(code)
}
`

/** Runs as `node -e … PORT` in the network of a sandbox, and nowhere else inside of it: it makes the listener and ends. */
export const listenerProgram = `
'use strict'
handOver(process.argv[1], () => process.exit())
${handOver}`

/**
 * Runs inside, as `node -e … PORT FILE WORD…`, before the program does: it listens on the sandbox's own loopback address, hands the
 * listener over to Drawbridge by the channel that it inherited, and becomes the program. Nothing of it is left: neither a process
 * nor a descriptor. Node ignores two signals, which the program must not inherit; handled ones are reset when it becomes another.
 */
export const launcherProgram = `
'use strict'
const { closeSync, openSync, readSync, accessSync, constants } = require('node:fs')
const [, port, file, ...words] = process.argv
const prefix = '${passedPrefix}'
const passed = Object.entries(process.env).filter(([name]) => name.startsWith(prefix))
const env = Object.fromEntries(passed.map(([name, value]) => [name.slice(prefix.length), value]))
handOver(port, become)
function become() {
  try {
    accessSync(file, constants.X_OK)
  } catch (error) {
    give(error.code === 'ENOENT' ? 127 : 126, file + ' cannot be run: ' + error.code)
  }
  for (const name of ['SIGPIPE', 'SIGXFSZ']) process.on(name, () => {})
  if (isScript()) process.execve('/bin/sh', ['/bin/sh', file, ...words], env)
  process.execve(file, [file, ...words], env)
}
// As execvp has it: what the kernel cannot run and names no interpreter is for the shell.
function isScript() {
  const start = Buffer.alloc(4)
  try {
    const descriptor = openSync(file, 'r')
    readSync(descriptor, start, 0, 4, 0)
    closeSync(descriptor)
  } catch {
    return false
  }
  return start.toString('latin1') !== '\\x7fELF' && start.toString('latin1', 0, 2) !== '#!'
}
${handOver}`
