import { spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { describeWithProgram } from '../../../../scripts/test-support/describe-with.ts'
import { canary } from '../__fixtures__/scene.ts'
import { type BoxedOptions, type BoxedScene, createBoxedScene } from './__fixtures__/boxed-scene.ts'

let boxed: BoxedScene
const use = (options: BoxedOptions): BoxedScene => {
  boxed = createBoxedScene(options)
  return boxed
}
beforeEach(() => {
  use({})
})
afterEach(() => boxed[Symbol.asyncDispose]())

describeWithProgram('bwrap', 'attacks are held by namespaces', () => {
  describe('what lies outside of the workspace', () => {
    test('is not written, wherever that is tried', async () => {
      const before = boxed.scene.fingerprint()
      const places = [
        '/',
        '/dev',
        '/etc',
        '/usr',
        '/usr/bin',
        '/var',
        '/sys',
        '/proc',
        '/home',
        '/root',
        '/opt',
        boxed.scene.outside,
      ]
      for (const place of places) {
        expect(await boxed.shell(`echo x > ${place}/drawbridge-attack && echo WRITTEN`)).not.toContain('WRITTEN')
        expect(existsSync(join(place, 'drawbridge-attack'))).toBe(false)
      }
      expect(boxed.scene.fingerprint()).toBe(before)
    })

    test('is not filled: folders that lie in memory are bounded, and none opens more than itself', async () => {
      const seen = await boxed.shell(`df -k --output=size /tmp /var/tmp /dev/shm | sed '/[^ 0-9]/d'
        chmod 777 /run; head -c 1000000 /dev/zero > /run/x; wc -c < /run/x`)
      const sizes = seen.match(/^ *\d+$/gm)?.map(Number) ?? []
      expect(sizes.slice(0, 3)).toEqual([1024 ** 2, 1024 ** 2, 1024 ** 2])
      expect(sizes.at(-1)).toBeLessThanOrEqual(64 * 1024)
    })

    test('is not reached by temporary folders, which are private', async () => {
      const name = `drawbridge-attack-${process.pid}`
      const seen = await boxed.shell(`for d in /tmp /var/tmp /dev/shm; do echo x > $d/${name} && ls $d; done`)
      expect(seen.split('\n').filter((line) => line === name)).toHaveLength(3)
      for (const folder of ['/tmp', '/var/tmp', '/dev/shm']) expect(existsSync(join(folder, name))).toBe(false)
    })

    test('is not reached by links, old or new, symbolic or hard', async () => {
      boxed.scene.symlink('workspace/out', boxed.scene.outside)
      boxed.scene.symlink('workspace/key', join(boxed.scene.home, 'key'))
      const seen = await boxed.shell(`cat out/secret.txt key; ln -s ${boxed.scene.outside} more; cat more/secret.txt;
        echo x > out/new; ln ${boxed.scene.outside}/secret.txt hard; cat hard; cat ../outside/secret.txt`)
      expect(seen).not.toContain(canary)
      expect(existsSync(join(boxed.scene.outside, 'new'))).toBe(false)
    })

    test('is not a setting of the kernel, which user 0 could write without any capability', async () => {
      const seen = await boxed.shell(`
        for f in /proc/sys/kernel/core_pattern /proc/sys/kernel/hostname /proc/sys/vm/drop_caches /proc/sysrq-trigger \\
          /sys/kernel/mm/ksm/run /sys/power/state; do
          if [ -e $f ]; then : >> $f && echo OPENED $f; fi
        done`)
      expect(seen).not.toContain('OPENED')
    })
  })

  describe('secrets', () => {
    test("of homes, of Drawbridge, of the system and of other users' sessions cannot be read", async () => {
      boxed.scene.file('user/.ssh/key', canary)
      const places = [
        join(boxed.scene.root, 'user/.ssh/key'),
        join(boxed.scene.home, 'key'),
        '/etc/shadow',
        '/etc/gshadow',
      ]
      for (const place of places) {
        expect(await boxed.shell(`cat < ${place} && echo READ`)).not.toMatch(/READ|must-not/)
      }
      expect((await boxed.shell('ls -A /root /home /run')).match(/Permission denied/g)).toHaveLength(3)
      // Lock files are shown, and empty.
      const find = 'find /etc /var -maxdepth 3 -type f ! -empty ! -perm -o=r -readable 2>/dev/null'
      expect(await boxed.shell(find)).toBe('')
    })

    test('in the workspace that the caller calls sensitive cannot be opened, and neither moved nor linked', async () => {
      await boxed[Symbol.asyncDispose]()
      use({
        profile: ({ workspace }) => ({ masked: [`${workspace}/.env`, `${workspace}/keys`, `${workspace}/a/b/.env`] }),
      })
      boxed.scene.file('workspace/.env', canary)
      boxed.scene.file('workspace/keys/id_ed25519', canary)
      boxed.scene.file('workspace/plain', 'seen')
      boxed.scene.file('workspace/a/b/.env', canary)
      const seen = await boxed.shell(`cat plain .env keys/id_ed25519; ls keys; mv .env e; ln .env e; cp .env e; cat e;
        chmod 644 .env; rm -f .env; mv keys k; chmod 755 keys; ls keys; mv a c; mv a/b a/c; ls -d c a/c; grep -rs ${canary.slice(0, 8)} .`)
      expect(seen).toContain('seen')
      expect(seen).not.toContain(canary)
      expect(boxed.scene.text('workspace/.env')).toBe(canary)
      // Nor is a folder above it moved, in time for the next sandbox to cover the wrong place.
      expect(boxed.scene.text('workspace/a/b/.env')).toBe(canary)
    })

    test('in the environment of Drawbridge or of other processes are not there', async () => {
      const secret = ['sk', 'x'.repeat(20)].join('-')
      const other = spawn('sleep', ['20'], { env: { OTHER: secret }, stdio: 'ignore' })
      try {
        const seen = await boxed.shell('cat /proc/*/environ | tr "\\0" "\\n"; cat /proc/*/cmdline | tr "\\0" " "', {
          environment: { MINE: 'own' },
        })
        expect(seen).toContain('MINE=own')
        expect(seen).not.toContain(secret)
        expect(seen).not.toContain('vitest')
        expect(await boxed.shell(`cat /proc/${process.pid}/environ /proc/${other.pid}/environ | wc -c`)).toContain(
          '0\n',
        )
      } finally {
        other.kill('SIGKILL')
      }
    })

    test('given to a program stand on no command line of this machine', async () => {
      const secret = ['sk', 'y'.repeat(20)].join('-')
      const argv = ['sh', '-c', 'cat; echo $GIVEN']
      const done = boxed.run(argv, { environment: { GIVEN: secret }, onOutput: () => undefined })
      const lines = readdirSync('/proc')
        .filter((name) => /^\d+$/.test(name))
        .map((pid) => textOf(`/proc/${pid}/cmdline`))
      expect(lines.some((line) => line.includes(secret))).toBe(false)
      expect(Buffer.from((await done).stdout.head).toString()).toBe(`${secret}\n`)
    })
  })

  describe('ways out', () => {
    test('through the process file system lead to the sandbox itself', async () => {
      boxed.scene.file('outside/marker', canary)
      const marker = join(boxed.scene.outside, 'marker')
      const seen =
        await boxed.shell(`for p in self 1 thread-self $$; do cat /proc/$p/root${marker} /proc/$p/cwd/../outside/marker; done
        ls /proc | grep -c '^${process.pid}$'`)
      expect(seen).not.toContain(canary)
    })

    test('through descriptors that Drawbridge itself holds are not there', async () => {
      const seen = await boxed.shell('ls -l /proc/self/fd | sed 1d | sed "s/.* -> //"; cat /proc/1/fd/* < /dev/null')
      const targets = seen
        .split('\n')
        .filter((line) => line.startsWith('/') || line.startsWith('pipe:') || line.startsWith('socket:'))
      expect(targets.filter((line) => !/^(pipe:|socket:|\/dev\/null|\/proc\/\d+\/fd)/.test(line))).toEqual([])
      expect(await boxed.shell('ls /proc/self/fd | wc -l')).toMatch(/^4\n|^[45]\n/)
    })

    test('through mounts and namespaces are refused', async () => {
      const attacks = [
        'mount -t tmpfs none /tmp',
        'mount -o remount,rw /',
        'umount -l /proc',
        'unshare -r true',
        'unshare -m true',
        'unshare -U true',
        'chroot / true',
        'nsenter -t 1 -m true',
        'bwrap --ro-bind / / true',
        'pivot_root / /tmp',
        'mknod /tmp/disk b 8 0',
      ]
      for (const attack of attacks) expect(await boxed.shell(`${attack} && echo ESCAPED`)).not.toContain('ESCAPED')
    })

    test('through the loader do not act on bubblewrap', async () => {
      boxed.scene.file('workspace/not-a-library.so', 'text')
      const environment = { LD_PRELOAD: join(boxed.workspace, 'not-a-library.so'), LD_LIBRARY_PATH: boxed.workspace }
      const { end, stderr } = await boxed.run(['true'], { environment })
      expect(end).toEqual({ kind: 'exited', exitCode: 0 })
      // One complaint: that of the program, inside.
      expect(
        Buffer.from(stderr.head)
          .toString()
          .match(/LD_PRELOAD/g),
      ).toHaveLength(1)
    })

    test('by capabilities are closed, and none can be won back', async () => {
      const seen = await boxed.shell('grep -E "Cap|NoNewPrivs|Seccomp:" /proc/self/status')
      expect(seen.match(/Cap\w+:\s+0+$/gm)).toHaveLength(5)
      expect(seen).toMatch(/NoNewPrivs:\s+1/)
      expect(seen).toMatch(/Seccomp:\s+2/)
    })

    test('by system calls are refused', async () => {
      const source = `
import ctypes, os, errno
libc = ctypes.CDLL(None, use_errno=True)
def call(name, number, *args):
    ctypes.set_errno(0)
    result = libc.syscall(ctypes.c_long(number), *[ctypes.c_long(a) for a in args])
    print(name, errno.errorcode.get(ctypes.get_errno(), '0') if result == -1 else 'DONE')
x64 = os.uname().machine == 'x86_64'
call('ptrace', 101 if x64 else 117, 16, 1, 0, 0)
call('unshare', 272 if x64 else 97, 0x10000000)
call('clone', 56 if x64 else 220, 0x10000000 | 17, 0, 0, 0, 0)
call('clone3', 435, 0, 0)
call('io_uring_setup', 425, 1, 0)
call('bpf', 321 if x64 else 280, 0, 0, 0)
call('keyctl', 250 if x64 else 219, 0, -3, 0)
call('userfaultfd', 323 if x64 else 282, 0)
call('vsock', 41 if x64 else 198, 40, 1, 0)
call('packet', 41 if x64 else 198, 17, 3, 0)
call('raw', 41 if x64 else 198, 2, 3, 1)
call('datagram pair', 53 if x64 else 199, 1, 2, 0, 0)
call('openat2', 437, -100, 0, 0, 0)
`
      const { stdout } = await boxed.run(['/usr/bin/python3', '-c', source])
      const seen = Buffer.from(stdout.head).toString()
      expect(seen.trim().split('\n')).toEqual([
        ...['ptrace', 'unshare', 'clone'].map((name) => `${name} EPERM`),
        'clone3 ENOSYS',
        ...['io_uring_setup', 'bpf', 'keyctl', 'userfaultfd'].map((name) => `${name} EPERM`),
        'vsock EAFNOSUPPORT',
        ...['packet', 'raw', 'datagram pair'].map((name) => `${name} EPERM`),
        'openat2 ENOSYS',
      ])
    })

    test('to the rights of Drawbridge, by files that run as their owner or group, cannot be left behind', async () => {
      const source = `
import os
def attempt(f):
    try: f()
    except OSError as error: print(error.errno)
open('plain', 'w').close()
attempt(lambda: os.chmod('plain', 0o4755))
attempt(lambda: os.fchmod(os.open('plain', os.O_RDONLY), 0o2755))
attempt(lambda: os.open('made', os.O_CREAT | os.O_WRONLY, 0o6755))
attempt(lambda: os.mknod('node', 0o104755))
os.chmod('plain', 0o755)
`
      const { stdout, stderr } = await boxed.run(['/usr/bin/python3', '-c', source])
      expect([Buffer.from(stdout.head).toString(), stderr.totalBytes]).toEqual(['1\n1\n1\n1\n', 0])
      const modes = readdirSync(boxed.workspace).map((name) => statSync(join(boxed.workspace, name)).mode & 0o7777)
      expect(modes).toEqual([0o755])
    })

    test('by devices are not there', async () => {
      const seen = (await boxed.shell('find /dev -type b -o -type c')).trim().split('\n')
      const harmless = /^\/dev\/(null|zero|full|u?random|tty|ptmx|console|pts\/.*)$/
      expect(seen.filter((device) => !harmless.test(device))).toEqual([])
    })
  })

  test('a workspace to read is not written, and one that is not given is not there', async () => {
    await boxed[Symbol.asyncDispose]()
    use({ profile: ({ workspace }) => ({ workspace: { host: workspace, inside: workspace, access: 'read' } }) })
    boxed.scene.file('workspace/a', 'text')
    expect(await boxed.shell('cat a; echo x > a; echo x > b')).toMatch(/^text.*Read-only/s)
    await boxed[Symbol.asyncDispose]()
    use({ profile: ({ workspace }) => ({ workspace: { host: workspace, inside: workspace, access: 'none' } }) })
    boxed.scene.file('workspace/a', 'text')
    expect(await boxed.shell('ls -A; echo x > b; ls')).toBe('b\n')
    expect(readdirSync(boxed.workspace)).toEqual(['a'])
  })

  test('further roots are visible as configured', async () => {
    await boxed[Symbol.asyncDispose]()
    use({
      profile: ({ root }) => ({
        mounts: [
          { host: `${root}/outside`, inside: `${root}/outside`, access: 'read' },
          { host: `${root}/more`, inside: `${root}/more`, access: 'write' },
        ],
      }),
    })
    boxed.scene.folder('more')
    const seen = await boxed.shell('cat ../outside/secret.txt; echo x > ../outside/x; echo y > ../more/y; ls ..')
    expect(seen).toContain(canary)
    expect(existsSync(join(boxed.scene.outside, 'x'))).toBe(false)
    expect(boxed.scene.text('more/y')).toBe('y\n')
  })
})

/** Empty for a process that has ended meanwhile. */
function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
