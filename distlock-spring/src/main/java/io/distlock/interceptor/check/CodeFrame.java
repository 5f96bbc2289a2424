// SPDX-License-Identifier: Apache-2.0

package io.distlock.interceptor.check;

import java.util.BitSet;

/**
 * The operand stack and the local variables at one place of a method, of which is known
 * which words are certainly the object itself.
 */
final class CodeFrame {

	private final BitSet locals;

	private final BitSet stack;

	private int depth;

	private CodeFrame(BitSet locals, BitSet stack, int depth) {
		this.locals = locals;
		this.stack = stack;
		this.depth = depth;
	}

	/**
	 * Return what a method begins with.
	 * @param own whether its first variable is the object itself
	 */
	static CodeFrame start(boolean own) {
		BitSet locals = new BitSet();
		locals.set(0, own);
		return new CodeFrame(locals, new BitSet(), 0);
	}

	CodeFrame copy() {
		return new CodeFrame((BitSet) this.locals.clone(), (BitSet) this.stack.clone(), this.depth);
	}

	/**
	 * Forget what is not so in another frame that leads to the same place.
	 * @param other the other frame
	 * @return whether something was forgotten
	 */
	boolean meet(CodeFrame other) {
		if (this.depth != other.depth) {
			throw new IllegalStateException("Stacks of %d and %d words".formatted(this.depth, other.depth));
		}
		int known = this.locals.cardinality() + this.stack.cardinality();
		this.locals.and(other.locals);
		this.stack.and(other.stack);
		return this.locals.cardinality() + this.stack.cardinality() != known;
	}

	void push(boolean own) {
		this.stack.set(this.depth++, own);
	}

	void pushOthers(int words) {
		for (int i = 0; i < words; i++) {
			push(false);
		}
	}

	boolean pop() {
		boolean own = this.stack.get(--this.depth);
		this.stack.clear(this.depth);
		return own;
	}

	void pop(int words) {
		for (int i = 0; i < words; i++) {
			pop();
		}
	}

	/**
	 * Return whether a word is the object itself.
	 * @param down how far below the end of the stack it begins, 1 for the last word
	 */
	boolean isOwn(int down) {
		return this.stack.get(this.depth - down);
	}

	/**
	 * Copy words, as the instructions named DUP do.
	 * @param words how many
	 * @param below how many other words the copy is put below
	 */
	void duplicate(int words, int below) {
		BitSet moved = this.stack.get(this.depth - words - below, this.depth);
		pop(words + below);
		for (int i = 0; i < words; i++) {
			push(moved.get(below + i));
		}
		for (int i = 0; i < words + below; i++) {
			push(moved.get(i));
		}
	}

	void swap() {
		boolean last = pop();
		boolean former = pop();
		push(last);
		push(former);
	}

	void load(int variable) {
		push(this.locals.get(variable));
	}

	void store(int variable, int words) {
		boolean own = isOwn(words) && words == 1;
		pop(words);
		this.locals.clear(variable, variable + words);
		this.locals.set(variable, own);
	}

}
