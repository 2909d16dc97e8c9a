import { lookup } from 'node:dns/promises'

/** Turns a name into addresses; the only place where names are resolved. */
export interface Resolver {
  /** Every address of the name, in the order to try them; none when the name does not exist. */
  resolve(hostname: string): Promise<readonly string[]>
}

/** The system's resolver, hosts file included. */
export const systemResolver: Resolver = {
  async resolve(hostname) {
    try {
      const answers = await lookup(hostname, { all: true, order: 'verbatim' })
      return answers.map(({ address }) => address)
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOTFOUND') return []
      throw error
    }
  },
}
