import { registerHooks } from 'node:module'

// Preloaded with --import: tells on standard error which modules a program has loaded by its end.
const modules: string[] = []

registerHooks({
  load: (url, context, next) => {
    modules.push(url)
    return next(url, context)
  },
})

process.on('exit', () => process.stderr.write(`${[...new Set(modules)].join('\n')}\n`))
