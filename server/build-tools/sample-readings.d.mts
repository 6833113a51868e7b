// The readings' types, for the tests' start.

export function writeReadings(folder: string, file: string): Promise<void>
