import { killRounds } from '../../packages/store/src/session/__fixtures__/kill-rounds.ts'

type DatabaseOptions = Parameters<typeof killRounds>[0]['database']

/** Rounds of kill -9 on one database, told line by line. Resolves to whether nothing was lost. */
export async function soakDatabase(name: string, database: DatabaseOptions, rounds: number): Promise<boolean> {
  console.log(`# ${name}: ${rounds} rounds of kill -9 next to a live process`)
  const reports = await killRounds({
    database,
    rounds,
    random: Math.random,
    onRound: ({ round, acknowledged, kept, interrupted, faults }) => {
      const figures = `${acknowledged} acknowledged, ${kept} events kept, ${interrupted} calls interrupted`
      console.log(`${String(round).padStart(4)}  ${faults.length === 0 ? 'good' : 'BAD '}  ${figures}`)
      for (const fault of faults) console.log(`      ${fault}`)
    },
  })
  const faults = reports.flatMap((report) => report.faults)
  const sum = (key: 'acknowledged' | 'kept' | 'interrupted') =>
    reports.reduce((total, report) => total + report[key], 0)
  console.log(
    `${name}: ${sum('acknowledged')} acknowledged, ${sum('kept')} events kept, ${sum('interrupted')} calls interrupted once, ` +
      `the audit log verified after each round, ${faults.length} faults\n`,
  )
  return faults.length === 0
}
