/** The variable by whose value the processes of one program are told from others, and by whose name those of tools from a person's. */
export const processMarker = 'DRAWBRIDGE_PROCESS'
