import { defineRoom } from '@drawbridge/room'

/** A map of a code base: its files and symbols, ranked by what refers to what. */
export const codeRoom = defineRoom({
  name: 'code',
  tools: [
    {
      name: 'code.map',
      description:
        'Maps a code base: the most important files with their functions, classes, methods, types and constants, with line numbers and imports, within a token budget. Start here in an unknown code base, then read with fs.read_file. Put the files or names of your task into focus. Knows TypeScript, JavaScript, Python, Go, Rust, Java, C, C++, C#, Ruby, PHP and Bash.',
      permission: 'readonly',
      tags: ['filesystem'],
      storesWhole: false,
      load: async () => (await import('./code-map.ts')).codeMap(),
    },
  ],
})
