import module from 'node:module'

// Preloaded with --import: tells on standard error which modules a program has loaded by its end.
const modules: string[] = []

const { registerHooks } = module

const list = () =>
  registerHooks({
    load: (url, context, next) => {
      modules.push(url)
      return next(url, context)
    },
  })

list()
// The latest hooks are asked first, and those of a program may answer without asking earlier ones.
module.registerHooks = (hooks) => {
  const registered = registerHooks(hooks)
  list()
  return registered
}

process.on('exit', () => process.stderr.write(`${[...new Set(modules)].join('\n')}\n`))
