// SPDX-License-Identifier: Apache-2.0

package io.distlock.interceptor.check;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;

import org.springframework.asm.Label;

/**
 * A walk through the instructions of a method, on all ways, that finds out which calls
 * are certainly made on the object itself.
 */
final class CodeWalk {

	private final Map<Label, CodeFrame> known = new HashMap<>();

	private final List<CodeCall> calls = new ArrayList<>();

	private @Nullable CodeFrame frame;

	private boolean changed;

	private int line;

	/**
	 * Walk until nothing new is learned.
	 * @param steps the instructions
	 * @param start the frame of the first one
	 * @param handlers the begins of handlers of exceptions, and the frame of each
	 * @return the calls on the object itself
	 */
	static List<CodeCall> through(List<Consumer<CodeWalk>> steps, CodeFrame start, Map<Label, CodeFrame> handlers) {
		CodeWalk walk = new CodeWalk();
		walk.known.putAll(handlers);
		do {
			walk.changed = false;
			walk.line = -1;
			walk.calls.clear();
			walk.frame = start.copy();
			steps.forEach((step) -> step.accept(walk));
		}
		while (walk.changed);
		return List.copyOf(walk.calls);
	}

	/**
	 * Change the frame, where this place is known to be reached.
	 */
	void change(Consumer<CodeFrame> instruction) {
		if (this.frame != null) {
			instruction.accept(this.frame);
		}
	}

	void line(int number) {
		this.line = number;
	}

	/**
	 * Come to a place that others jump to.
	 */
	void label(Label label) {
		jump(label);
		CodeFrame here = this.known.get(label);
		this.frame = (here != null) ? here.copy() : null;
	}

	void jump(Label label) {
		if (this.frame != null) {
			CodeFrame there = this.known.get(label);
			if (there == null) {
				this.known.put(label, this.frame.copy());
				this.changed = true;
			}
			else if (there.meet(this.frame)) {
				this.changed = true;
			}
		}
	}

	/**
	 * The next instruction is not reached from this one.
	 */
	void end() {
		this.frame = null;
	}

	/**
	 * Note a call if a word is the object itself.
	 * @param down where the word begins on the stack
	 */
	void call(int down, String owner, String name, String descriptor, boolean exact) {
		if (this.frame != null && this.frame.isOwn(down)) {
			this.calls.add(new CodeCall(owner, name, descriptor, exact, this.line));
		}
	}

}
