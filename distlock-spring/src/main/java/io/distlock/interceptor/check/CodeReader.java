// SPDX-License-Identifier: Apache-2.0

package io.distlock.interceptor.check;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

import org.springframework.asm.ConstantDynamic;
import org.springframework.asm.Handle;
import org.springframework.asm.Label;
import org.springframework.asm.MethodVisitor;
import org.springframework.asm.Opcodes;
import org.springframework.asm.SpringAsmInfo;
import org.springframework.asm.Type;

/**
 * Reads the instructions of a method, each of which becomes a step of a walk.
 */
final class CodeReader extends MethodVisitor {

	private static final List<String> LOCKS_IN_CODE = List.of("io/distlock/", "io/distlock/leader/");

	private final List<Consumer<CodeWalk>> steps = new ArrayList<>();

	private final List<Label> handlers = new ArrayList<>();

	private boolean replacesFirstVariable;

	private boolean usesLocks;

	CodeReader() {
		super(SpringAsmInfo.ASM_VERSION);
	}

	/**
	 * Return the calls that are certainly made on the object itself.
	 * @param own whether the first variable is the object
	 */
	List<CodeCall> calls(boolean own) {
		Map<Label, CodeFrame> known = new HashMap<>();
		for (Label handler : this.handlers) {
			CodeFrame frame = CodeFrame.start(own && !this.replacesFirstVariable);
			frame.push(false);
			known.put(handler, frame);
		}
		return CodeWalk.through(this.steps, CodeFrame.start(own), known);
	}

	/**
	 * Return whether the method uses locks in its code.
	 */
	boolean usesLocks() {
		return this.usesLocks;
	}

	private void change(Consumer<CodeFrame> instruction) {
		this.steps.add((walk) -> walk.change(instruction));
	}

	@Override
	public void visitLineNumber(int line, Label start) {
		this.steps.add((walk) -> walk.line(line));
	}

	@Override
	public void visitLabel(Label label) {
		this.steps.add((walk) -> walk.label(label));
	}

	@Override
	public void visitTryCatchBlock(Label start, Label end, Label handler, String type) {
		this.handlers.add(handler);
	}

	@Override
	public void visitInsn(int opcode) {
		switch (opcode) {
			case Opcodes.POP -> change(CodeFrame::pop);
			case Opcodes.POP2 -> change((frame) -> frame.pop(2));
			case Opcodes.DUP -> change((frame) -> frame.duplicate(1, 0));
			case Opcodes.DUP_X1 -> change((frame) -> frame.duplicate(1, 1));
			case Opcodes.DUP_X2 -> change((frame) -> frame.duplicate(1, 2));
			case Opcodes.DUP2 -> change((frame) -> frame.duplicate(2, 0));
			case Opcodes.DUP2_X1 -> change((frame) -> frame.duplicate(2, 1));
			case Opcodes.DUP2_X2 -> change((frame) -> frame.duplicate(2, 2));
			case Opcodes.SWAP -> change(CodeFrame::swap);
			case Opcodes.IRETURN, Opcodes.LRETURN, Opcodes.FRETURN, Opcodes.DRETURN, Opcodes.ARETURN, Opcodes.RETURN,
					Opcodes.ATHROW ->
				this.steps.add(CodeWalk::end);
			default -> replace(Math.max(0, -StackEffects.of(opcode)), Math.max(0, StackEffects.of(opcode)));
		}
	}

	private void replace(int popped, int pushed) {
		change((frame) -> {
			frame.pop(popped);
			frame.pushOthers(pushed);
		});
	}

	@Override
	public void visitIntInsn(int opcode, int operand) {
		replace((opcode == Opcodes.NEWARRAY) ? 1 : 0, 1);
	}

	@Override
	public void visitVarInsn(int opcode, int variable) {
		this.replacesFirstVariable |= opcode == Opcodes.ASTORE && variable == 0;
		switch (opcode) {
			case Opcodes.ILOAD, Opcodes.FLOAD -> replace(0, 1);
			case Opcodes.LLOAD, Opcodes.DLOAD -> replace(0, 2);
			case Opcodes.ALOAD -> change((frame) -> frame.load(variable));
			case Opcodes.ISTORE, Opcodes.FSTORE, Opcodes.ASTORE -> change((frame) -> frame.store(variable, 1));
			case Opcodes.LSTORE, Opcodes.DSTORE -> change((frame) -> frame.store(variable, 2));
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
		switch (opcode) {
			case Opcodes.GETSTATIC -> replace(0, size);
			case Opcodes.PUTSTATIC -> replace(size, 0);
			case Opcodes.GETFIELD -> replace(1, size);
			default -> replace(size + 1, 0);
		}
	}

	@Override
	public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean isInterface) {
		this.usesLocks |= isLock(owner);
		int receiver = (opcode == Opcodes.INVOKESTATIC) ? 0 : 1;
		int words = words(descriptor) + receiver;
		if (words > 0) {
			boolean exact = opcode == Opcodes.INVOKESPECIAL || opcode == Opcodes.INVOKESTATIC;
			this.steps.add((walk) -> walk.call(words, owner, name, descriptor, exact));
		}
		replace(words, Type.getReturnType(descriptor).getSize());
	}

	private static boolean isLock(String owner) {
		return LOCKS_IN_CODE.contains(owner.substring(0, owner.lastIndexOf('/') + 1)) && !owner.endsWith("Exception");
	}

	/**
	 * Return how many words the parameters have.
	 */
	private static int words(String descriptor) {
		return (Type.getArgumentsAndReturnSizes(descriptor) >> 2) - 1;
	}

	/**
	 * Lambda expressions and references of methods: what they have captured is on the
	 * stack, first of all the object.
	 */
	@Override
	public void visitInvokeDynamicInsn(String name, String descriptor, Handle bootstrap, Object... arguments) {
		int words = words(descriptor);
		for (Object argument : arguments) {
			if (words > 0 && argument instanceof Handle handle && handle.getTag() >= Opcodes.H_INVOKEVIRTUAL
					&& handle.getTag() != Opcodes.H_NEWINVOKESPECIAL) {
				boolean exact = handle.getTag() == Opcodes.H_INVOKESPECIAL || handle.getTag() == Opcodes.H_INVOKESTATIC;
				this.steps
					.add((walk) -> walk.call(words, handle.getOwner(), handle.getName(), handle.getDesc(), exact));
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
		this.steps.add((walk) -> walk.jump(label));
		if (opcode == Opcodes.GOTO) {
			this.steps.add(CodeWalk::end);
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
		choose(defaultLabel, labels);
	}

	@Override
	public void visitLookupSwitchInsn(Label defaultLabel, int[] keys, Label[] labels) {
		choose(defaultLabel, labels);
	}

	private void choose(Label defaultLabel, Label[] labels) {
		replace(1, 0);
		this.steps.add((walk) -> {
			walk.jump(defaultLabel);
			for (Label label : labels) {
				walk.jump(label);
			}
			walk.end();
		});
	}

	@Override
	public void visitMultiANewArrayInsn(String descriptor, int dimensions) {
		replace(dimensions, 1);
	}

}
