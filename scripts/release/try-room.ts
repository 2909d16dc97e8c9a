import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'
import { run } from '../lib/run.ts'

const name = '@acme/drawbridge-weather'

/**
 * Uses the room of the examples with an installed command, as the package of a stranger that the operator names. The command carries
 * our packages in its own files, and the room imports them by name: two copies of each have to understand each other.
 * @returns what went wrong.
 */
export async function tryRoom(folder: string, node: string): Promise<string[]> {
  const source = join(folder, 'room')
  const command = join(folder, 'node_modules/.bin/drawbridge')
  if (!existsSync(source) || !existsSync(command)) return []
  const home = join(folder, 'home-with-room')
  rmSync(home, { recursive: true, force: true })
  mkdirSync(home, { mode: 0o700 })
  installRoom(source, join(home, 'node_modules', name))
  writeFileSync(join(home, 'drawbridge.jsonc'), JSON.stringify({ rooms: [name], weather: { coldest: -20 } }))
  const env = { DRAWBRIDGE_HOME: home, XDG_CACHE_HOME: join(folder, 'cache'), TOKEN: ['roof', 'token', '7'].join('-') }
  const drawbridge = (...args: readonly string[]) => run(node, [command, ...args], { cwd: folder, env })
  const note = (celsius: number) =>
    drawbridge('call', 'weather.note', JSON.stringify({ station: 'roof', celsius }), '--approve', 'always')
  const attempts = [
    {
      what: 'weather add roof',
      result: await run('sh', ['-c', 'printf %s "$TOKEN" | "$0" "$@"', node, command, 'weather', 'add', 'roof'], {
        cwd: folder,
        env,
      }),
      wanted: { code: 0, text: 'Added roof.' },
    },
    { what: 'call weather.note', result: await note(-3), wanted: { code: 0, text: 'Noted -3 °C at roof.' } },
    // The tool refuses with an error of its own copy of core.
    { what: 'call weather.note, too cold', result: await note(-21), wanted: { code: 1, text: 'validation_error' } },
    { what: 'weather', result: await drawbridge('weather'), wanted: { code: 0, text: 'roof  -3' } },
    { what: 'secrets rotate', result: await drawbridge('secrets', 'rotate'), wanted: { code: 0, text: '1' } },
    {
      what: 'doctor --json',
      result: await drawbridge('doctor', '--json'),
      wanted: { text: 'The tokens of 1 stations can be read.' },
    },
  ]
  return attempts.flatMap(({ what, result: { code, stdout, stderr }, wanted }) => {
    const isWanted = (wanted.code === undefined || code === wanted.code) && `${stdout}${stderr}`.includes(wanted.text)
    if (isWanted) return []
    return [`With a room of others, \`drawbridge ${what}\` ends with ${code} on ${node}:\n${stdout}${stderr}`]
  })
}

/** Node strips no types in `node_modules`, so that a published room is JavaScript. */
function installRoom(source: string, target: string): void {
  for (const path of readdirSync(source, { recursive: true, encoding: 'utf8' })) {
    if (!path.endsWith('.ts')) continue
    const file = join(target, path.replace(/ts$/, 'js'))
    mkdirSync(join(file, '..'), { recursive: true })
    const text = stripTypeScriptTypes(readFileSync(join(source, path), 'utf8'))
    writeFileSync(file, text.replace(/((?:from|import\()\s*'\.[^']*)\.ts'/g, "$1.js'"))
  }
  writeFileSync(join(target, 'package.json'), JSON.stringify({ name, type: 'module', exports: './room.js' }))
}
