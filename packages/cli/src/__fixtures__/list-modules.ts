import { registerHooks } from 'node:module'

// Preloaded with --import: tells on standard error which modules a program has loaded by its end.
const modules: string[] = []

registerHooks({
  resolve: (specifier, context, next) => {
    const resolved = next(specifier, context)
    modules.push(resolved.url)
    return resolved
  },
})

process.on('exit', () => process.stderr.write(`${[...new Set(modules)].join('\n')}\n`))
