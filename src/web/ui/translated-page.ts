/**
 * A browser that translates a page replaces texts by its own elements. React throws when it removes a text that is
 * gone, or inserts something before it. Here the removal does nothing, and the insertion adds at the end.
 */
export function tolerateTranslatedPage(): void {
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
