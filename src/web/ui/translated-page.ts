/**
 * A browser that translates a page puts elements of its own where texts stood. React would throw where it takes away or
 * stands before a text that is there no more: here that does nothing, or adds at the end.
 */
export function bearTranslation(): void {
  const { removeChild, insertBefore } = Object.getOwnPropertyDescriptors(Node.prototype);
  const remove = removeChild.value as (this: Node, child: Node) => Node;
  const insert = insertBefore.value as (this: Node, node: Node, before: Node | null) => Node;
  Object.assign(Node.prototype, {
    removeChild(this: Node, child: Node): Node {
      return child.parentNode === this ? remove.call(this, child) : child;
    },
    insertBefore(this: Node, node: Node, before: Node | null): Node {
      return insert.call(this, node, before?.parentNode === this ? before : null);
    },
  });
}
