/*
 * Copyright 2026-present the original author or authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *      https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

package io.distlock.interceptor.check;

import org.springframework.asm.Opcodes;

/**
 * By how many words the stack grows with instructions that have no operands in the code.
 */
final class StackEffects {

	private StackEffects() {
	}

	/**
	 * Return by how much the stack grows.
	 * @param opcode a constant, an access to an array, a calculation, a comparison, a
	 * conversion, or the begin or the end of a monitor
	 * @return the number of words, negative if it shrinks
	 */
	static int of(int opcode) {
		if (opcode >= Opcodes.IADD && opcode <= Opcodes.LXOR) {
			return calculation(opcode);
		}
		if (opcode >= Opcodes.I2L && opcode <= Opcodes.I2S) {
			return conversion(opcode);
		}
		return switch (opcode) {
			case Opcodes.NOP, Opcodes.ARRAYLENGTH, Opcodes.LALOAD, Opcodes.DALOAD -> 0;
			case Opcodes.LCONST_0, Opcodes.LCONST_1, Opcodes.DCONST_0, Opcodes.DCONST_1 -> 2;
			case Opcodes.IALOAD, Opcodes.FALOAD, Opcodes.AALOAD, Opcodes.BALOAD, Opcodes.CALOAD, Opcodes.SALOAD,
					Opcodes.FCMPL, Opcodes.FCMPG, Opcodes.MONITORENTER, Opcodes.MONITOREXIT ->
				-1;
			case Opcodes.IASTORE, Opcodes.FASTORE, Opcodes.AASTORE, Opcodes.BASTORE, Opcodes.CASTORE, Opcodes.SASTORE,
					Opcodes.LCMP, Opcodes.DCMPL, Opcodes.DCMPG ->
				-3;
			case Opcodes.LASTORE, Opcodes.DASTORE -> -4;
			default -> constant(opcode);
		};
	}

	private static int constant(int opcode) {
		if (opcode < Opcodes.ACONST_NULL || opcode > Opcodes.FCONST_2) {
			throw new IllegalStateException("Instruction %d".formatted(opcode));
		}
		return 1;
	}

	/**
	 * Types take turns, and those with odd numbers have two words.
	 */
	private static int calculation(int opcode) {
		if (opcode >= Opcodes.INEG && opcode <= Opcodes.DNEG) {
			return 0;
		}
		boolean shift = opcode >= Opcodes.ISHL && opcode <= Opcodes.LUSHR;
		return (shift || opcode % 2 == 0) ? -1 : -2;
	}

	private static int conversion(int opcode) {
		return switch (opcode) {
			case Opcodes.I2L, Opcodes.I2D, Opcodes.F2L, Opcodes.F2D -> 1;
			case Opcodes.L2I, Opcodes.L2F, Opcodes.D2I, Opcodes.D2F -> -1;
			default -> 0;
		};
	}

}
