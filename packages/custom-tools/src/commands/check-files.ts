import type { Finding, HouseGround } from '@drawbridge/room'
import { readLocalTools } from '../live/read-local.ts'

/** Says which files of `tools/` declare no tool. */
export async function checkFiles({ home }: Pick<HouseGround, 'home'>): Promise<Finding> {
  const { tools, problems } = await readLocalTools(home)
  if (problems.length === 0) return { status: 'ok', message: `Files in tools/ declare ${tools.length} tools.` }
  const told = problems.map(({ file, problem }) => `tools/${file}: ${problem}`).join(' ')
  return { status: 'warn', message: told, advice: 'Fix or remove these files. The other tools work.' }
}
