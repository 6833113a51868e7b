// Rank of a title: the place of an item among others that are ordered by title, as far as their first characters tell.

const characters = 3

export function titleRank(title: string): number {
  const codes = [...title.toLowerCase().padEnd(characters, ' ')].slice(0, characters)
  return codes.reduce((rank, character) => rank * 0x1_0000 + (character.charCodeAt(0) & 0xffff), 0)
}
