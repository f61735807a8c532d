/**
 * @typedef {object} Item
 * @property {string} name
 * @property {string} aisle
 * @property {number} quantity
 * @property {boolean} done
 */

/** @returns {Item[]} */
export function emptyList() {
  return [];
}

/**
 * Adds an item. What is on the list already becomes more instead of twice.
 *
 * @param {Item[]} list
 * @param {{ name: string, aisle: string, quantity?: number }} item
 * @returns {Item[]}
 */
export function add(list, { name, aisle, quantity = 1 }) {
  const existing = list.find((item) => item.name === name);
  if (existing) return [...list, { ...existing, quantity: existing.quantity + quantity }];
  return [...list, { name, aisle, quantity, done: false }];
}

/**
 * @param {Item[]} list
 * @param {string} name
 * @returns {Item[]}
 */
export function tickOff(list, name) {
  return list.map((item) => (item.name === name ? { ...item, done: true } : item));
}
