// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.interceptor.check;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;

import org.springframework.asm.ConstantDynamic;
import org.springframework.asm.Handle;
import org.springframework.asm.Label;
import org.springframework.asm.MethodVisitor;
import org.springframework.asm.Opcodes;
import org.springframework.asm.SpringAsmInfo;
import org.springframework.asm.Type;

/**
 * Reads the instructions of a method as steps, and walks through these on all ways until
 * nothing new is learned of which calls are certainly made on the object itself.
 */
final class CodeReader extends MethodVisitor {

	private static final List<String> LOCKS_IN_CODE = List.of("io/distlock/", "io/distlock/leader/");

	/**
	 * By how many words each instruction without operands in the code changes the stack:
	 * E is for none, F for one more, D for one less. A dot is for all others.
	 */
	private static final String GROWTH = "EFFFFFFFFGGFFFGG..............................DEDEDDDD"
			+ ".........................BABABBBBDC.......DCDCDCDCDCDCDCDCDCDCEEEEDDDDDDDCDCDC"
			+ ".FEFDDEEFFDEDEEEBDDBB.....................................E...DD";

	private final List<Runnable> steps = new ArrayList<>();

	private final List<Label> handlers = new ArrayList<>();

	private final Map<Label, Frame> known = new HashMap<>();

	private final List<Call> calls = new ArrayList<>();

	private final List<Call> staticCalls = new ArrayList<>();

	private @Nullable Frame frame;

	private boolean changed;

	private int line;

	private boolean replacesFirstVariable;

	private boolean usesLocks;

	CodeReader() {
		super(SpringAsmInfo.ASM_VERSION);
	}

	/**
	 * Return the calls that are certainly made on the object itself.
	 * @param own whether the first variable is the object
	 */
	List<Call> calls(boolean own) {
		for (Label handler : this.handlers) {
			Frame caught = Frame.start(own && !this.replacesFirstVariable);
			caught.replace(0, 1);
			this.known.put(handler, caught);
		}
		do {
			this.changed = false;
			this.line = -1;
			this.calls.clear();
			this.staticCalls.clear();
			this.frame = Frame.start(own);
			this.steps.forEach(Runnable::run);
		}
		while (this.changed);
		return List.copyOf(this.calls);
	}

	/**
	 * Return the calls of static methods, be they given the object or not.
	 */
	List<Call> staticCalls() {
		return List.copyOf(this.staticCalls);
	}

	boolean usesLocks() {
		return this.usesLocks;
	}

	/**
	 * Add a step for a place that may not be known to be reached, where it does nothing.
	 */
	private void step(Consumer<Frame> instruction) {
		this.steps.add(() -> {
			if (this.frame != null) {
				instruction.accept(this.frame);
			}
		});
	}

	private void replace(int popped, int pushed) {
		step((here) -> here.replace(popped, pushed));
	}

	private void jump(Frame here, Label label) {
		Frame there = this.known.putIfAbsent(label, here.copy());
		this.changed |= there == null || there.forget(here);
	}

	/**
	 * Note a call if the word that begins so far down the stack is the object itself.
	 */
	private void call(int down, String owner, String name, String descriptor, boolean exact) {
		step((here) -> {
			if (here.isOwn(down)) {
				this.calls.add(new Call(owner, name, descriptor, exact, this.line));
			}
		});
	}

	/**
	 * The next instruction is not reached from this one.
	 */
	private void end() {
		this.steps.add(() -> this.frame = null);
	}

	@Override
	public void visitLineNumber(int number, Label start) {
		this.steps.add(() -> this.line = number);
	}

	@Override
	public void visitLabel(Label label) {
		step((here) -> jump(here, label));
		this.steps.add(() -> {
			Frame here = this.known.get(label);
			this.frame = (here != null) ? here.copy() : null;
		});
	}

	@Override
	public void visitTryCatchBlock(Label start, Label end, Label handler, String type) {
		this.handlers.add(handler);
	}

	@Override
	public void visitInsn(int opcode) {
		switch (opcode) {
			case Opcodes.DUP, Opcodes.DUP_X1, Opcodes.DUP_X2 -> step((here) -> here.duplicate(1, opcode - Opcodes.DUP));
			case Opcodes.DUP2, Opcodes.DUP2_X1, Opcodes.DUP2_X2 ->
				step((here) -> here.duplicate(2, opcode - Opcodes.DUP2));
			case Opcodes.SWAP -> step(Frame::swap);
			case Opcodes.IRETURN, Opcodes.LRETURN, Opcodes.FRETURN, Opcodes.DRETURN, Opcodes.ARETURN, Opcodes.RETURN,
					Opcodes.ATHROW ->
				end();
			default -> {
				int growth = GROWTH.charAt(opcode) - 'E';
				replace(Math.max(0, -growth), Math.max(0, growth));
			}
		}
	}

	@Override
	public void visitIntInsn(int opcode, int operand) {
		replace((opcode == Opcodes.NEWARRAY) ? 1 : 0, 1);
	}

	@Override
	public void visitVarInsn(int opcode, int variable) {
		this.replacesFirstVariable |= opcode == Opcodes.ASTORE && variable == 0;
		switch (opcode) {
			case Opcodes.ILOAD, Opcodes.FLOAD, Opcodes.ALOAD -> step((here) -> here.load(variable, 1));
			case Opcodes.LLOAD, Opcodes.DLOAD -> step((here) -> here.load(variable, 2));
			case Opcodes.ISTORE, Opcodes.FSTORE, Opcodes.ASTORE -> step((here) -> here.store(variable, 1));
			case Opcodes.LSTORE, Opcodes.DSTORE -> step((here) -> here.store(variable, 2));
			default -> throw new IllegalStateException("Subroutine");
		}
	}

	@Override
	public void visitTypeInsn(int opcode, String type) {
		if (opcode != Opcodes.CHECKCAST) {
			replace((opcode == Opcodes.NEW) ? 0 : 1, 1);
		}
	}

	@Override
	public void visitFieldInsn(int opcode, String owner, String name, String descriptor) {
		int size = Type.getType(descriptor).getSize();
		int receiver = (opcode == Opcodes.GETFIELD || opcode == Opcodes.PUTFIELD) ? 1 : 0;
		boolean read = opcode == Opcodes.GETSTATIC || opcode == Opcodes.GETFIELD;
		replace(read ? receiver : receiver + size, read ? size : 0);
	}

	@Override
	public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean isInterface) {
		this.usesLocks |= LOCKS_IN_CODE.contains(owner.substring(0, owner.lastIndexOf('/') + 1))
				&& !owner.endsWith("Exception");
		int words = parameterWords(descriptor) + ((opcode == Opcodes.INVOKESTATIC) ? 0 : 1);
		if (opcode == Opcodes.INVOKESTATIC) {
			step((here) -> this.staticCalls.add(new Call(owner, name, descriptor, true, this.line)));
		}
		if (words > 0) {
			call(words, owner, name, descriptor, opcode == Opcodes.INVOKESPECIAL || opcode == Opcodes.INVOKESTATIC);
		}
		replace(words, Type.getReturnType(descriptor).getSize());
	}

	private static int parameterWords(String descriptor) {
		return (Type.getArgumentsAndReturnSizes(descriptor) >> 2) - 1;
	}

	/**
	 * Lambda expressions and references of methods: what they have captured is on the
	 * stack, first of all the object.
	 */
	@Override
	public void visitInvokeDynamicInsn(String name, String descriptor, Handle bootstrap, Object... arguments) {
		int words = parameterWords(descriptor);
		for (Object argument : arguments) {
			if (words > 0 && argument instanceof Handle handle && handle.getTag() >= Opcodes.H_INVOKEVIRTUAL
					&& handle.getTag() != Opcodes.H_NEWINVOKESPECIAL) {
				call(words, handle.getOwner(), handle.getName(), handle.getDesc(),
						handle.getTag() == Opcodes.H_INVOKESPECIAL || handle.getTag() == Opcodes.H_INVOKESTATIC);
			}
		}
		replace(words, Type.getReturnType(descriptor).getSize());
	}

	@Override
	public void visitJumpInsn(int opcode, Label label) {
		if (opcode == Opcodes.JSR) {
			throw new IllegalStateException("Subroutine");
		}
		boolean two = opcode >= Opcodes.IF_ICMPEQ && opcode <= Opcodes.IF_ACMPNE;
		replace((opcode == Opcodes.GOTO) ? 0 : (two ? 2 : 1), 0);
		step((here) -> jump(here, label));
		if (opcode == Opcodes.GOTO) {
			end();
		}
	}

	@Override
	public void visitLdcInsn(Object value) {
		boolean wide = value instanceof Long || value instanceof Double
				|| (value instanceof ConstantDynamic constant && constant.getSize() == 2);
		replace(0, wide ? 2 : 1);
	}

	@Override
	public void visitTableSwitchInsn(int min, int max, Label defaultLabel, Label... labels) {
		visitLookupSwitchInsn(defaultLabel, new int[0], labels);
	}

	@Override
	public void visitLookupSwitchInsn(Label defaultLabel, int[] keys, Label[] labels) {
		replace(1, 0);
		step((here) -> jump(here, defaultLabel));
		List.of(labels).forEach((label) -> step((here) -> jump(here, label)));
		end();
	}

	@Override
	public void visitMultiANewArrayInsn(String descriptor, int dimensions) {
		replace(dimensions, 1);
	}

	/**
	 * A call of a method on the object itself, as the code has it.
	 *
	 * @param owner the internal name of the class that the call names
	 * @param exact whether that class says what is called, as for {@code super.method()},
	 * and not the class of the object
	 * @param line the line, or -1 if the class does not say
	 */
	record Call(String owner, String name, String descriptor, boolean exact, int line) {

	}

	/**
	 * The operand stack and the local variables at one place of a method: which words are
	 * certainly the object itself.
	 */
	private record Frame(BitSet locals, List<Boolean> stack) {

		static Frame start(boolean own) {
			Frame frame = new Frame(new BitSet(), new ArrayList<>());
			frame.locals.set(0, own);
			return frame;
		}

		Frame copy() {
			return new Frame((BitSet) this.locals.clone(), new ArrayList<>(this.stack));
		}

		/**
		 * Forget what is not so in another frame that leads to the same place, and return
		 * whether that is anything.
		 */
		boolean forget(Frame other) {
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
		 * Return whether the word that begins so far below the end of the stack, 1 for
		 * the last one, is the object.
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
		 * Put a copy of the last words below so many others, as the instructions named
		 * DUP do.
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

}
