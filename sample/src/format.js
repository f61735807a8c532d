/**
 * @param {import('./list.js').Item[]} list
 * @returns {string} one line an item
 */
export function format(list) {
  return list.map(({ name, quantity, done }) => `${done ? '[x]' : '[ ]'} ${quantity} × ${name}`).join('\n');
}
