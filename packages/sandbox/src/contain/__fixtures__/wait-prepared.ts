import { openContainedScene } from './contained-scene.ts'

/** A process that runs one contained command, prepares for another, says where, and waits to be killed: run by a test. */
const scene = await openContainedScene({ isPrepared: true })
await scene.run('true')
await scene.prepare()
console.log(scene.root)
setInterval(() => undefined, 1000)
