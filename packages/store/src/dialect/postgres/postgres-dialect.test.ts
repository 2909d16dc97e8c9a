import { expect, onTestFinished, test, vi } from 'vitest'
import { describePostgres, onServer } from '../../__fixtures__/describe-databases.ts'
import { findNote, insertNote, listNotes, withNotes } from '../../__fixtures__/notes.ts'
import { startProxy } from '../../__fixtures__/start-proxy.ts'
import type { PostgresOptions } from '../../database/database-options.ts'
import { openDatabase } from '../../database/open-database.ts'
import { statement } from '../../database/statement.ts'
import type { DialectConnection } from '../dialect.ts'
import { openDialect } from '../open-dialect.ts'

const sleep = statement<[seconds: number]>('select pg_sleep($1)')
const unavailable = (reason: RegExp) => ({ code: 'store_unavailable', message: expect.stringMatching(reason) })

describePostgres('a lost connection', ({ open, options }, serverUrl) => {
  const urlOf = () => (options() as PostgresOptions).url
  const terminateAll = () =>
    onServer(
      serverUrl,
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${new URL(urlOf()).pathname.slice(1)}'`,
    )

  test('ends what is in flight by name, and the next call connects again', async () => {
    const database = await withNotes(open())
    const begun = Promise.withResolvers<void>()
    const inFlight = database.transaction(async (transaction) => {
      await transaction.run(insertNote, 'lost', '')
      begun.resolve()
      await transaction.run(sleep, 60)
    })
    const rejection = expect(inFlight).rejects.toMatchObject(unavailable(/cannot be reached .*57P01.* connects again/))
    await begun.promise
    await terminateAll()
    await rejection
    expect(await database.run(insertNote, 'kept', '')).toBe(1)
    expect(await database.all(listNotes)).toEqual([{ id: 'kept' }])
  })

  test('of a pool that rests is not noticed at all', async () => {
    const database = await withNotes(open())
    await Promise.all([1, 2, 3, 4].map((count) => database.run(insertNote, `${count}`, '')))
    await terminateAll()
    // The server has told every connection; this one hears of it in a moment.
    await vi.waitFor(async () => expect(await database.all(listNotes)).toHaveLength(4), 20_000)
  })

  test('that stays away fails each call by name, without its password, until the way is open again', async () => {
    const proxy = await startProxy(urlOf())
    await using database = await withNotes(openDatabase({ ...options(), url: proxy.url } as PostgresOptions))
    await database.run(insertNote, 'before', '')
    await proxy.cut()
    const failing = async () => {
      for (;;) await database.run(insertNote, `during ${Math.random()}`, '')
    }
    for (let count = 0; count < 5; count += 1) {
      const error = await failing().catch((thrown: unknown) => thrown)
      expect(error).toMatchObject(
        unavailable(/^The database 127\.0\.0\.1:\d+\/drawbridge_test_\w+ cannot be reached \(/),
      )
      expect(String((error as Error).stack)).not.toContain(new URL(serverUrl).password)
      expect(JSON.stringify(error)).not.toContain(new URL(serverUrl).password)
    }
    await proxy.restore()
    expect(await database.run(insertNote, 'after', '')).toBe(1)
    expect(await database.get(findNote, 'before')).toBeDefined()
  })

  test('that falls silent ends what waits for it in time, and is replaced', async () => {
    const proxy = await startProxy(urlOf())
    const impatient = { ...options(), url: proxy.url, maxStatementMs: 1_000 } as PostgresOptions
    await using database = await withNotes(openDatabase(impatient))
    await database.run(insertNote, 'before', '')
    proxy.freeze()
    await expect(database.run(insertNote, 'silent', '')).rejects.toMatchObject(unavailable(/Query read timeout/))
    expect(await database.run(insertNote, 'after', '')).toBe(1)

    const inTransaction = database.transaction(async (transaction) => {
      await transaction.run(insertNote, 'never', '')
      proxy.freeze()
      await transaction.run(insertNote, 'silent too', '')
    })
    await expect(inTransaction).rejects.toMatchObject(unavailable(/Query read timeout/))
    expect((await database.all(listNotes)).map(({ id }) => id)).toEqual(['after', 'before'])
  })

  test('of a listener loses no change that was committed meanwhile, and tells each once', async () => {
    const proxy = await startProxy(urlOf())
    await using listening = await openDatabase({ ...options(), url: proxy.url } as PostgresOptions)
    const other = await open()
    const seen: (string | undefined)[] = []
    using _subscription = await listening.subscribe('note', ({ key }) => void seen.push(key))
    await other.publish('note', 'before')
    await vi.waitFor(() => expect(seen).toEqual(['before']), 20_000)

    // Takes its number now and commits it after a later one.
    const early = Promise.withResolvers<void>()
    const numbered = Promise.withResolvers<void>()
    const late = other.transaction(async (transaction) => {
      await transaction.publish('note', 'early number, late commit')
      numbered.resolve()
      await early.promise
    })
    await numbered.promise
    await other.publish('note', 'in between')
    await vi.waitFor(() => expect(seen).toEqual(['before', 'in between']), 20_000)

    await proxy.cut()
    await other.publish('note', 'during')
    early.resolve()
    await late
    await proxy.restore()
    await vi.waitFor(() => expect(seen).toHaveLength(4), { timeout: 20_000 })
    await other.publish('note', 'after')
    await vi.waitFor(() => expect(seen).toHaveLength(5), 20_000)
    expect(seen.toSorted()).toEqual(['after', 'before', 'during', 'early number, late commit', 'in between'])
  })

  test('that stayed away for as long as changes are kept makes a listener look at everything again', async () => {
    const proxy = await startProxy(urlOf())
    await using listening = await openDatabase({ ...options(), url: proxy.url } as PostgresOptions)
    const seen: (string | undefined)[] = []
    using _subscription = await listening.subscribe('note', ({ key }) => void seen.push(key))
    await proxy.cut()
    const hourLater = Date.now() + 3_600_000
    const clock = vi.spyOn(Date, 'now').mockReturnValue(hourLater)
    onTestFinished(() => clock.mockRestore())
    await proxy.restore()
    await vi.waitFor(() => expect(seen).toEqual([undefined]), { timeout: 20_000 })
  })
})

describePostgres('a server that refuses', ({ open, options }) => {
  const openWith = (change: (url: URL) => void, patienceMs = 10_000) => {
    const url = new URL((options() as PostgresOptions).url)
    change(url)
    return openDatabase({ kind: 'postgres', url: url.href, patienceMs })
  }

  test('the password is told by name, without either password', async () => {
    const opening = openWith((url) => {
      url.password = 'mistaken'
    })
    await expect(opening).rejects.toMatchObject(unavailable(/refuses the connection \(28P01: .*Check user, password/))
    await expect(opening).rejects.not.toMatchObject({ message: expect.stringContaining('mistaken') })
  })

  test('the name of the database is told by name', async () => {
    const opening = openWith((url) => {
      url.pathname = '/no_such_database'
    })
    await expect(opening).rejects.toMatchObject(unavailable(/no_such_database refuses the connection \(3D000/))
  })

  test('an encrypted connection, though the URL demands one, is told by name', async () => {
    const opening = openWith((url) => url.searchParams.set('sslmode', 'verify-full'))
    await expect(opening).rejects.toMatchObject(unavailable(/cannot be opened \(The server does not support SSL/))
  })

  test('what cannot be read as a password is told without it', async () => {
    const url = (options() as PostgresOptions).url.replace(/:[^:@]*@/, ':%zz-made-up@')
    const error = await openDatabase({ kind: 'postgres', url }).catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ code: 'store_unavailable' })
    expect(JSON.stringify(error) + String((error as Error).stack) + String((error as Error).cause)).not.toContain(
      'made-up',
    )
  })

  test('every connection, for nothing listens there, is told by name', async () => {
    const opening = openWith((url) => {
      url.port = '1'
    })
    await expect(opening).rejects.toMatchObject(unavailable(/127\.0\.0\.1:1\/.* cannot be reached \(ECONNREFUSED/))
  })

  test('to write, as a standby does, is told by name and can be read', async () => {
    await withNotes(open())
    await using database = await openWith((url) =>
      url.searchParams.set('options', '-c default_transaction_read_only=on'),
    )
    expect(await database.all(listNotes)).toEqual([])
    await expect(database.run(insertNote, 'a', '')).rejects.toMatchObject({ code: 'store_read_only' })
  })

  test('a row that another transaction keeps is given up by name once patience ends', async () => {
    const holder = await withNotes(open())
    await holder.run(insertNote, 'a', '')
    const update = statement<[body: string]>("update notes set body = $1 where id = 'a'")
    await using database = await openWith(() => undefined, 1_000)
    await holder.transaction(async (transaction) => {
      await transaction.run(update, 'held')
      await expect(database.run(update, 'refused')).rejects.toMatchObject(unavailable(/is locked \(55P03/))
    })
    expect(await database.run(update, 'free')).toBe(1)
  })
})

describePostgres('a PostgreSQL database', ({ open, options }) => {
  test('commits only when the log is on disk, whatever the server is set to', async () => {
    const url = new URL((options() as PostgresOptions).url)
    url.searchParams.set('options', '-c synchronous_commit=off')
    await using database = await openDatabase({ kind: 'postgres', url: url.href })
    const read = statement<[], object>('show synchronous_commit')
    expect(await database.get(read)).toEqual({ synchronous_commit: 'on' })
  })

  test('takes several statements of one transaction at once, in order', async () => {
    const database = await withNotes(open())
    const warnings = vi.spyOn(process, 'emitWarning')
    const ids = Array.from({ length: 20 }, (_, count) => `${count}`.padStart(2, '0'))
    await database.transaction(async (transaction) => {
      await Promise.all(ids.map((id) => transaction.run(insertNote, id, '')))
    })
    expect((await database.all(listNotes)).map(({ id }) => id)).toEqual(ids)
    expect(warnings).not.toHaveBeenCalled()
  })

  test('whose connections are all in use says so, and how that comes about', async () => {
    await withNotes(open())
    await using database = await openDatabase({ ...options(), poolSize: 1, patienceMs: 1_000 } as PostgresOptions)
    const deadlock = database.transaction(async (transaction) => {
      await transaction.run(insertNote, 'a', '')
      await database.run(insertNote, 'b', '')
    })
    await expect(deadlock).rejects.toMatchObject(unavailable(/^All connections to the database .* are in use\./))
    expect(await database.all(listNotes)).toEqual([])
  })

  test('that cannot be reached takes no listener, and takes one once it can', async () => {
    const proxy = await startProxy((options() as PostgresOptions).url)
    await using database = await openDatabase({ ...options(), url: proxy.url } as PostgresOptions)
    await proxy.cut()
    await expect(database.subscribe('note', () => undefined)).rejects.toMatchObject(unavailable(/cannot be reached/))
    await proxy.restore()
    const seen: (string | undefined)[] = []
    using _subscription = await database.subscribe('note', ({ key }) => void seen.push(key))
    await database.publish('note', 'a')
    await vi.waitFor(() => expect(seen).toEqual(['a']), 20_000)
  })

  test('ends a statement that takes too long by name, but for a migration', async () => {
    const dialect = await openDialect({ ...options(), maxStatementMs: 500 } as PostgresOptions)
    await expect(dialect.execute(sleep, [5])).rejects.toMatchObject(unavailable(/took too long .*57014/))
    const migration = async (connection: DialectConnection) => {
      await dialect.lockMigrations(connection)
      return connection.execute(sleep, [2])
    }
    expect((await dialect.transaction(migration, { takesTime: true })).count).toBe(1)
    await dialect[Symbol.asyncDispose]()
  })

  test('ends one of two transactions that wait for each other by name', async () => {
    const database = await withNotes(open())
    await database.run(insertNote, 'a', '')
    await database.run(insertNote, 'b', '')
    const touch = statement<[id: string]>("update notes set body = 'touched' where id = $1")
    const firsts = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const touching = ([mine, other]: [string, string], place: 0 | 1) =>
      database.transaction(async (transaction) => {
        await transaction.run(touch, mine)
        firsts[place]?.resolve()
        await Promise.all(firsts.map(({ promise }) => promise))
        await transaction.run(touch, other)
      })
    const results = await Promise.allSettled([touching(['a', 'b'], 0), touching(['b', 'a'], 1)])
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const lost = results.find((result) => result.status === 'rejected')
    expect(lost?.reason).toMatchObject(unavailable(/was ended \(40P01/))
  })
})
