// SPDX-License-Identifier: Apache-2.0

package io.distlock.interceptor.check;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;

/**
 * The operand stack and the local variables at one place of a method: which words are
 * certainly the object itself.
 */
final class CodeFrame {

	private final BitSet locals;

	private final List<Boolean> stack;

	private CodeFrame(BitSet locals, List<Boolean> stack) {
		this.locals = locals;
		this.stack = stack;
	}

	static CodeFrame start(boolean own) {
		CodeFrame frame = new CodeFrame(new BitSet(), new ArrayList<>());
		frame.locals.set(0, own);
		return frame;
	}

	CodeFrame copy() {
		return new CodeFrame((BitSet) this.locals.clone(), new ArrayList<>(this.stack));
	}

	/**
	 * Forget what is not so in another frame that leads to the same place, and return
	 * whether that is anything.
	 */
	boolean forget(CodeFrame other) {
		if (this.stack.size() != other.stack.size()) {
			throw new IllegalStateException(
					"Stacks of %d and %d words".formatted(this.stack.size(), other.stack.size()));
		}
		int known = known();
		this.locals.and(other.locals);
		for (int i = 0; i < this.stack.size(); i++) {
			this.stack.set(i, this.stack.get(i) && other.stack.get(i));
		}
		return known() != known;
	}

	private int known() {
		return this.locals.cardinality() + Collections.frequency(this.stack, true);
	}

	/**
	 * Return whether the word that begins so far below the end of the stack, 1 for the
	 * last one, is the object.
	 */
	boolean isOwn(int down) {
		return this.stack.get(this.stack.size() - down);
	}

	void replace(int popped, int pushed) {
		pop(popped);
		for (int i = 0; i < pushed; i++) {
			this.stack.add(false);
		}
	}

	private void pop(int words) {
		this.stack.subList(this.stack.size() - words, this.stack.size()).clear();
	}

	/**
	 * Put a copy of the last words below so many others, as the instructions named DUP
	 * do.
	 */
	void duplicate(int words, int below) {
		int end = this.stack.size();
		this.stack.addAll(end - words - below, List.copyOf(this.stack.subList(end - words, end)));
	}

	void swap() {
		duplicate(1, 1);
		pop(1);
	}

	void load(int variable, int words) {
		for (int i = 0; i < words; i++) {
			this.stack.add(this.locals.get(variable + i));
		}
	}

	void store(int variable, int words) {
		for (int i = 0; i < words; i++) {
			this.locals.set(variable + i, isOwn(words - i));
		}
		pop(words);
	}

}
