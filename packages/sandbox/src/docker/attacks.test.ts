import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { ToolFault } from '@drawbridge/core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { faultOf } from '../__fixtures__/fault-of.ts'
import { canary } from '../__fixtures__/scene.ts'
import { describeWithEngine } from './__fixtures__/describe-with-engine.ts'
import { createDockerScene, type DockerScene } from './__fixtures__/docker-scene.ts'

describeWithEngine('programs try to get out of its containers', (engine) => {
  let scene: DockerScene
  const open = () => createDockerScene({ socket: engine().socket, image: engine().image })
  beforeAll(async () => {
    scene = open()
    writeFileSync(join(scene.root, 'outside.txt'), canary)
  })
  afterAll(() => scene[Symbol.asyncDispose]())

  const words = (text: string) => text.split(/\s+/).filter(Boolean)

  describe('files', () => {
    test('nothing can be written but the workspace, what is temporary, and devices of its own', async () => {
      const line = `for folder in / /* /proc/sys/kernel /sys/fs/cgroup /sys/fs/cgroup/* /var/*; do
        (: > "$folder/drawbridge-attack") 2>/dev/null && echo "$folder"; done`
      const { text } = await scene.shell(line)
      const places = ['/dev', '/run', '/sys/fs/cgroup', '/tmp', '/var/tmp', '/workspace']
      expect(words(text).filter((place) => !places.includes(place))).toEqual([])
      expect(words(text)).toEqual(expect.arrayContaining(['/tmp', '/workspace', '/run', '/var/tmp']))
      expect(readdirSync(scene.root).sort()).toEqual(['home', 'outside.txt', 'state', 'temporary', 'user', 'workspace'])
    })

    test('a workspace that may only be read cannot be written, and one that may not be seen is not there', async () => {
      scene.file('seen.txt', 'seen')
      const workspace = { host: scene.workspace, inside: '/workspace' }
      const read = await scene.shell('cat seen.txt; echo x > seen.txt; rm -f seen.txt; mkdir new', {
        profile: { workspace: { ...workspace, access: 'read' } },
      })
      expect(read.text).toBe('seen')
      expect(readFileSync(join(scene.workspace, 'seen.txt'), 'utf8')).toBe('seen')
      const none = await scene.shell('ls -A /workspace 2>&1', {
        cwd: scene.temporary,
        profile: { workspace: { ...workspace, access: 'none' } },
      })
      expect(none.text).toContain('No such file')
    })

    test.each([
      ['by its path of this machine', (root: string) => `cat ${root}/outside.txt`],
      ['through a symbolic link', (root: string) => `ln -sf ${root}/outside.txt link; cat link`],
      ['upwards', () => 'cat ../outside.txt ../../outside.txt'],
      ['through the first process', (root: string) => `cat /proc/1/root${root}/outside.txt /proc/1/cwd/outside.txt`],
      ['through a bind mount', (root: string) => `mount -o bind ${root} /workspace; cat /workspace/outside.txt`],
      ['through a device', () => 'mknod /tmp/disk b 254 0; mknod /tmp/disk2 b 8 0; head -c 4096 /tmp/disk /tmp/disk2'],
    ])('a file outside cannot be read: %s', async (_how, line) => {
      const result = await scene.shell(line(scene.root))
      expect(result.text + result.errors).not.toContain(canary)
      expect(existsSync(join(scene.temporary, 'disk'))).toBe(false)
    })
  })

  describe('secrets', () => {
    const attacks = [
      ['reading', 'cat keys/id private/token; ls private'],
      ['moving the folder away', 'mv keys away; cat away/id; mkdir -p keys; cat keys/id'],
      ['moving the secret away', 'mv keys/id id2; cat id2; rm -f keys/id; cat keys/id'],
      ['a second name', 'ln keys/id second; cat second'],
      ['unmounting', 'umount keys/id; umount -l private; cat keys/id private/token'],
      [
        'unmounting as root of namespaces of its own',
        'unshare -Urm sh -c "umount keys/id; umount -l private; cat keys/id private/token"',
      ],
      ['the first process', 'cat /proc/1/root/workspace/keys/id /proc/1/root/workspace/private/token'],
    ] as const
    test.each(attacks)('cannot be read by %s, not even by the next call', async (_how, line) => {
      const masked = [join(scene.workspace, 'keys/id'), join(scene.workspace, 'private')]
      scene.file('keys/id', canary)
      scene.file('private/token', canary)
      const result = await scene.shell(line, { profile: { masked } })
      const next = await scene.shell('cat keys/id private/token away/id id2 second', { profile: { masked } })
      expect(result.text + result.errors + next.text).not.toContain(canary)
      expect(readFileSync(join(scene.workspace, 'keys/id'), 'utf8')).toBe(canary)
    })

    test('of this process are in no environment and no descriptor', async () => {
      const { text } = await scene.shell('cat /proc/[0-9]*/environ | tr "\\0" "\\n"; ls -l /proc/self/fd')
      expect(text).not.toContain('DRAWBRIDGE_HOME')
      expect(text).not.toContain(scene.root)
      const descriptors = [...text.matchAll(/ (\d+) -> (\S+)/g)].map(
        ([, number = '', target = '']) => `${number} ${target}`,
      )
      expect(descriptors.length).toBeGreaterThanOrEqual(3)
      expect(descriptors.filter((entry) => !/^([012] (pipe:|\/dev\/null)|3 \/proc\/)/.test(entry))).toEqual([])
    })

    test('of a call stand on no command line of this machine, nor in what the engine tells of its container', async () => {
      const spied = Promise.withResolvers<string>()
      const spy = () => {
        const lines = readdirSync('/proc').map((name) => {
          try {
            return readFileSync(`/proc/${name}/cmdline`, 'latin1')
          } catch {
            return ''
          }
        })
        const containers = engine().run('ps', '--quiet').split('\n').filter(Boolean)
        spied.resolve([...lines, engine().run('inspect', ...containers)].join('\n'))
      }
      const seen = await scene.shell('echo "$SECRET"; sleep 1', {
        environment: { SECRET: canary },
        stdin: Buffer.from(canary),
        onOutput: spy,
      })
      expect(seen.text).toBe(`${canary}\n`)
      expect(await spied.promise).toContain('sleep\0')
      expect(await spied.promise).not.toContain(canary)
    })

    test('of the engine are out of reach: there is no socket inside', async () => {
      expect((await scene.shell('find / -xdev -type s 2>/dev/null; find /run /tmp -type s')).text).toBe('')
    })
  })

  describe('what decides what runs later', () => {
    const readOnlyIn = (own: DockerScene) =>
      ['.git/hooks', '.git/config', '.mcp.json', '.vscode', '.bashrc', 'drawbridge.jsonc'].map((path) =>
        join(own.workspace, path),
      )
    const attacks = [
      ['writing', 'echo x > .git/config; echo x > .git/hooks/post-commit; echo x >> .git/hooks/pre-commit'],
      [
        'making',
        'echo x > .mcp.json; echo x > .bashrc; mkdir .vscode; echo x > .vscode/tasks.json; echo x > drawbridge.jsonc',
      ],
      [
        'removing',
        'rm -rf .git .mcp.json .bashrc; mkdir -p .git/hooks; echo x > .git/hooks/pre-commit; echo x > .mcp.json',
      ],
      ['moving the folder', 'mv .git x; mkdir -p .git/hooks; echo x > .git/hooks/pre-commit; echo x > .git/config'],
      ['moving something over it', 'echo x > y; mv y .mcp.json; mkdir z; mv z .vscode; echo x > w; mv w .git/config'],
      [
        'moving where its settings are',
        'mkdir e; echo x > e/config; echo ../e > .git/commondir; mv e/config .git/commondir',
      ],
      ['a link', 'ln -s /tmp l; mv -T l .vscode; ln -sf /tmp/x .mcp.json; ln .git/config c; echo x > c'],
      ['changing its mode', 'chmod 777 .git/hooks .git/config; echo x > .git/config; touch .git/hooks/new'],
      [
        'unmounting',
        'umount .mcp.json; umount .git/hooks; umount -l .git; echo x > .mcp.json; echo x > .git/hooks/pre-commit',
      ],
      [
        'mounting it anew',
        'mount -o remount,rw,bind .git/hooks; mount -t tmpfs none .git/hooks; echo x > .git/hooks/pre-commit',
      ],
    ] as const
    describe('in a workspace that all of them attack', () => {
      const kept = ['.git', '.mcp.json', '.vscode', '.bashrc', 'drawbridge.jsonc']
      let own: DockerScene
      beforeAll(() => {
        own = open()
        own.file('.git/hooks/pre-commit', 'hook')
        own.file('.git/config', 'config')
        own.file('.git/HEAD', 'head')
      })
      afterEach(() => {
        for (const name of readdirSync(own.workspace)) {
          if (!kept.includes(name)) rmSync(join(own.workspace, name), { recursive: true })
        }
      })
      afterAll(() => own[Symbol.asyncDispose]())

      test.each(attacks)('it cannot be changed or made by %s', async (_how, line) => {
        await own.shell(`cd /workspace; ${line}`, { profile: { readOnly: readOnlyIn(own) } })
        expect(readdirSync(join(own.workspace, '.git/hooks'))).toEqual(['pre-commit'])
        expect(readFileSync(join(own.workspace, '.git/hooks/pre-commit'), 'utf8')).toBe('hook')
        expect(readFileSync(join(own.workspace, '.git/config'), 'utf8')).toBe('config')
        expect(readFileSync(join(own.workspace, '.git/commondir'), 'utf8')).toBe('.\n')
        // They hold the place of what does not exist.
        const places = kept.slice(1).map((name) => readdirSync(join(own.workspace, name)))
        expect(places).toEqual([[], [], [], []])
      })

      test('nothing stays behind', async () => {
        await own.backend[Symbol.asyncDispose]()
        expect(readdirSync(own.workspace)).toEqual(['.git'])
        const left = readdirSync(join(own.workspace, '.git')).filter((name) => name !== 'HEAD')
        expect(left.sort()).toEqual(['config', 'hooks'])
      })
    })

    test('and lies in a folder that is swapped for a link meanwhile lets nothing in', async () => {
      await using own = open()
      const outside = join(own.root, 'outside')
      mkdirSync(outside)
      writeFileSync(join(outside, 'config'), canary)
      own.file('tool/config', 'config')
      const line = `while :; do mv tool away; ln -s ${outside} tool; rm tool; mv away tool; done`
      const swapping = await own.start(['sh', '-c', line], { key: 'swapping' })
      try {
        for (let round = 0; round < 6; round += 1) {
          const profile = { key: `round ${round}`, readOnly: [join(own.workspace, 'tool/config')] }
          const seen = await own.shell('cat tool/*; echo x > tool/new', { profile }).catch((error: unknown) => {
            if (ToolFault.isInstance(error)) return { text: error.message, errors: '' }
            throw error
          })
          expect(seen.text).not.toContain(canary)
          expect(readdirSync(outside)).toEqual(['config'])
        }
      } finally {
        await swapping.stop()
      }
    }, 60_000)

    test('is held again after it was replaced on this machine', async () => {
      await using own = open()
      const readOnly = [own.file('.mcp.json', 'first')]
      await own.shell('echo x > .mcp.json', { profile: { readOnly } })
      const next = join(own.workspace, 'next')
      writeFileSync(next, 'second')
      renameSync(next, join(own.workspace, '.mcp.json'))
      await own.shell('echo x > .mcp.json; rm -f .mcp.json', { profile: { readOnly } })
      expect(readFileSync(join(own.workspace, '.mcp.json'), 'utf8')).toBe('second')
    })

    test('a placeholder that somebody fills in is theirs', async () => {
      await using own = open()
      const readOnly = [join(own.workspace, '.mcp.json'), join(own.workspace, '.vscode')]
      await own.run(['true'], { profile: { readOnly } })
      expect(readdirSync(own.workspace).sort()).toEqual(['.mcp.json', '.vscode'])
      writeFileSync(join(own.workspace, '.vscode', 'mine'), '')
      await own.backend[Symbol.asyncDispose]()
      expect(readdirSync(own.workspace)).toEqual(['.vscode'])
    })
  })

  test('a program with credentials is that of the image, whatever stands by its name where the image looks first', async () => {
    const image = engine().changed('looking', 'ENV PATH=/workspace/bin:/tmp:/bin')
    await using own = createDockerScene({ socket: engine().socket, image })
    const spy = '#!/bin/sh\necho "$SECRET"\n'
    for (const name of ['id', 'sh', 'sleep', 'bash']) chmodSync(own.file(`bin/${name}`, spy), 0o755)
    writeFileSync(join(own.temporary, 'id'), spy, { mode: 0o755 })
    const environment = { SECRET: canary }
    expect((await own.run(['id'], { environment })).text).toBe(`${canary}\n`)
    expect((await own.run(['id'], { environment, isAlone: true })).text).toMatch(/^uid=/)
    // Nor are those that the sandbox itself needs.
    const left = await own.run(['/bin/sh', '-c', 'setsid sleep 100 & echo done'])
    expect(left).toMatchObject({ text: 'done\n', survivors: [{ killed: true }] })
    expect(
      await faultOf(own.run(['id', '-u'], { environment, isAlone: true, cwd: join(own.workspace, 'none') })),
    ).toMatchObject({
      code: 'file_not_found',
    })
  })

  test('there is no network: neither a server of this machine nor another address is reached', async () => {
    const server = createServer((_request, response) => response.end(canary))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    try {
      const { port } = server.address() as AddressInfo
      const { text, errors } = await scene.shell(
        `for host in 127.0.0.1:${port} 192.0.2.1; do wget -q -O - http://$host/; done; cat /proc/net/dev`,
      )
      expect(text + errors).not.toContain(canary)
      expect(errors.match(/can't connect to remote host/g)).toHaveLength(2)
      expect(text.split('\n').filter((line) => line.includes(':') && !line.includes('lo:'))).toEqual([])
    } finally {
      server.close()
    }
  })

  describe('rights', () => {
    test('there are none, and no way to any', async () => {
      const { text } = await scene.shell('cat /proc/self/status')
      expect(text).toMatch(/CapEff:\s+0+\n/)
      expect(text).toMatch(/CapBnd:\s+0+\n/)
      expect(text).toMatch(/NoNewPrivs:\s+1\n/)
      expect(text).toMatch(/Seccomp:\s+2\n/)
    })

    test.each([
      ['mounting', 'mount -t tmpfs none /mnt || mount -t proc proc /tmp'],
      ['making the root writable', 'mount -o remount,rw /'],
      ['namespaces of its own', 'unshare -Urm true'],
      // What would be written is what is there.
      ['the kernel', 'read -r value < /proc/sys/kernel/core_pattern && echo "$value" > /proc/sys/kernel/core_pattern'],
      ['the kernel by its keys', ': > /proc/sysrq-trigger'],
      [
        'the cgroup',
        'echo 1 > /sys/fs/cgroup/pids/cgroup.procs || mkdir /sys/fs/cgroup/memory/x || echo max > /sys/fs/cgroup/pids.max',
      ],
      ['another root', 'chroot /workspace /bin/sh'],
      ['the name of the machine', 'hostname other'],
    ])('%s is refused', async (_what, line) => {
      // A missing program would be an attack that was not tried.
      const words = ['mount', 'unshare', 'mkdir', 'chroot', 'hostname'].filter((program) => line.includes(program))
      const there = words.map((program) => `command -v ${program} >/dev/null`).join(' && ')
      expect((await scene.shell(there || 'true')).end).toEqual({ kind: 'exited', exitCode: 0 })
      expect((await scene.shell(`{ ${line}; } 2>/dev/null`)).end).not.toEqual({ kind: 'exited', exitCode: 0 })
    })

    test('nothing of the kernel and no device can be opened for writing but those that everybody may', async () => {
      // Nothing is written.
      const line = `(find /proc/sys /proc/[a-z]* /sys -xdev ! -type d ! -type l; find /dev -type c; find /dev -type b) 2>/dev/null | while read -r file; do
        true 2>/dev/null 3>>"$file" && echo "$file"; done 2>/dev/null`
      const { text, end } = await scene.shell(line, { timeoutMs: 60_000 })
      expect(end).toEqual({ kind: 'exited', exitCode: 0 })
      // Some of them are masks of the engine, which are the null device.
      const harmless =
        /^\/proc\/(self|thread-self|pressure)\/|^\/proc\/(keys|timer_list|latency_stats|kcore|acpi|interrupts|sched_debug)$/
      const devices = /^\/dev\/(null|zero|full|u?random|tty|ptmx|pts\/.*|stdin|stdout|stderr)$/
      expect(words(text).filter((file) => !harmless.test(file) && !devices.test(file))).toEqual([])
      expect(words(text)).toContain('/dev/null')
    }, 70_000)

    test('to end the container from inside there are none', async () => {
      await scene.run(['true'])
      const held = engine().run('ps', '--no-trunc', '--quiet')
      const { text } = await scene.shell(
        'for name in HUP INT QUIT ABRT KILL USR1 TERM STOP; do kill -$name 1; done; echo still',
      )
      expect(text).toBe('still\n')
      await scene.shell('kill -KILL -1')
      expect((await scene.shell('echo again')).text).toBe('again\n')
      expect(engine().run('ps', '--no-trunc', '--quiet')).toBe(held)
    })

    test('processes of this machine are neither seen nor reached', async () => {
      const { text } = await scene.shell(
        `ls -d /proc/[0-9]* | wc -l; kill -9 ${process.pid}; kill -0 ${process.ppid}; echo $?`,
      )
      const [count, reached] = words(text).map(Number)
      expect(count).toBeLessThan(12)
      expect(reached).not.toBe(0)
    })
  })

  describe('limits', () => {
    test('more memory than there is ends a program, and nothing else', async () => {
      const limits = { memoryBytes: 48 * 1024 * 1024 }
      const result = await scene.shell('tail -c 500000000 /dev/zero > /dev/null; echo $?', { profile: { limits } })
      expect(words(result.text)[0]).toBe('137')
      const direct = await scene.run(['tail', '-c', '500000000', '/dev/zero'], { profile: { limits } })
      expect(direct).toMatchObject({ end: { kind: 'exited', exitCode: 137 }, limitsHit: ['memory'] })
      const other = await scene.shell('kill -9 $$', { profile: { limits } })
      expect(other).not.toHaveProperty('limitsHit')
    })

    test('no more processes run than may', async () => {
      const line = 'i=0; while [ $i -lt 200 ]; do sleep 5 & i=$((i+1)); done; ls -d /proc/[0-9]* | wc -l'
      const result = await scene.shell(`(${line}) 2>/dev/null; ls -d /proc/[0-9]*`, {
        profile: { limits: { processes: 40 } },
      })
      expect(words(result.text).filter((word) => word.startsWith('/proc/')).length).toBeLessThanOrEqual(40)
    })
  })

  describe('places that are refused', () => {
    const mount = (host: string, inside = '/data') => ({ mounts: [{ host, inside, access: 'read' as const }] })
    test.each(['/', '/etc', '/proc', '/sys/kernel', '/dev', '/run', '/var', '/var/run'])('%s', async (host) => {
      await expect(scene.backend.prepare(scene.profile(mount(host)))).rejects.toMatchObject({ code: 'invalid_option' })
    })

    test("a home as a whole, the engine's socket and what holds it, credentials, links, and places of the sandbox itself", async () => {
      const refused = async (host: string, inside?: string) =>
        expect(scene.backend.prepare(scene.profile(mount(host, inside)))).rejects.toMatchObject({
          code: 'invalid_option',
        })
      mkdirSync(join(scene.root, 'user/.ssh'), { recursive: true })
      await refused(join(scene.root, 'home'))
      await refused(join(scene.root, 'user'))
      await refused(scene.root)
      await refused(join(scene.root, 'user/.ssh'))
      await refused(engine().socket)
      await refused(join(engine().socket, '..'))
      symlinkSync('/etc', join(scene.root, 'temporary/link'))
      await refused(join(scene.root, 'temporary/link'))
      await refused(join(scene.root, 'temporary/link/ssl'))
      await refused(scene.temporary, '/proc/x')
      await refused(scene.temporary, '/')
    })

    test('a protected link, which could be replaced', async () => {
      await using own = open()
      own.file('real', 'x')
      symlinkSync('real', join(own.workspace, '.bashrc'))
      const profile = own.profile({ readOnly: [join(own.workspace, '.bashrc')] })
      expect(await faultOf(own.backend.prepare(profile))).toMatchObject({ code: 'sandbox_unavailable' })
      expect(statSync(join(own.workspace, 'real')).size).toBe(1)
    })
  })
})
