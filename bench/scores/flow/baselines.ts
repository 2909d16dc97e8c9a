import type { Defence } from './replay-pairs.ts'

/** Lets everything pass. */
export const undefended: Defence = {
  open: async () => ({ hear: () => undefined, play: async () => undefined }),
}

/** Asks about every decisive value that is neither in the prompt nor in a result in which a stranger cannot write. */
export const plainProvenance: Defence = {
  open: async ({ tools }) => {
    let known = ''
    const approved = new Set<string>()
    return {
      hear: (text) => {
        known += text.toLowerCase()
      },
      play: async ({ fn, args, result = '', vectors = [] }, onQuestion) => {
        const tool = tools.find(({ name }) => name === fn)
        const values = (tool?.sideEffect === true ? (tool.sinkArgs ?? []) : [])
          .flatMap((name) => [args[name]].flat())
          .filter((value) => value !== undefined && value !== null && value !== '')
          .map((value) => String(value).toLowerCase())
        const foreign = values.filter((value) => !known.includes(value) && !approved.has(value))
        if (foreign.length > 0 && onQuestion === 'allow') for (const value of foreign) approved.add(value)
        if (vectors.length === 0) known += result.toLowerCase()
        return foreign.length === 0 ? undefined : `not in trusted text: ${foreign.join(', ')}`
      },
    }
  },
}
