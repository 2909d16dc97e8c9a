import { findKept } from '../secrets/open-kept.ts'
import type { Check } from './check.ts'
import { withoutStore } from './look-at-store.ts'

export const checkSecrets: Check = {
  name: 'secrets',
  look: async (surroundings) => {
    const unseen = await withoutStore(surroundings)
    if (unseen !== undefined) return unseen
    const { flags, io } = surroundings
    await using store = await findKept(flags, io)
    if (store === undefined) return { status: 'ok', message: 'No secrets or programs are stored.' }
    const [secrets, programs] = [await store.secrets.open(), await store.programs.list()]
    const refused = [
      ...[...secrets.refused].map(([name, why]) => `The secret "${name}" cannot be opened: ${why}`),
      ...programs.flatMap(({ record, environment }) =>
        environment.status === 'refused'
          ? [`The program "${record.binary_name}" cannot be used: ${environment.why}`]
          : [],
      ),
    ]
    const [first] = refused
    if (first !== undefined) {
      const others = refused.length === 1 ? '' : ` The same applies to ${refused.length - 1} more.`
      return {
        status: 'fail',
        message: `${first}${others}`,
        advice: `The keys are in ${store.keysName}; \`drawbridge secrets list\` and \`drawbridge programs list\` show which one each needs.`,
      }
    }
    const granted = programs.filter(({ grants, record }) => grants.length > 0 && record.enabled).length
    const message = `Secrets that can be opened: ${secrets.values.size}; programs: ${programs.length}, of which ${granted} may be used.`
    return { status: 'ok', message }
  },
}
