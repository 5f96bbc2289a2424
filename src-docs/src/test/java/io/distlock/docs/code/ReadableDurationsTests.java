// SPDX-License-Identifier: Apache-2.0

package io.distlock.docs.code;

import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

import io.distlock.internal.task.Durations;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;

import org.springframework.asm.ClassReader;
import org.springframework.asm.ClassVisitor;
import org.springframework.asm.Handle;
import org.springframework.asm.Label;
import org.springframework.asm.MethodVisitor;
import org.springframework.asm.Opcodes;
import org.springframework.asm.SpringAsmInfo;
import org.springframework.asm.Type;
import org.springframework.core.io.Resource;
import org.springframework.core.io.support.PathMatchingResourcePatternResolver;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * No message and no line of a log has a duration as {@code PT30S}: {@link Durations}
 * writes it as people do. Looks for durations that become a text, or an argument of one,
 * in the code of all modules.
 */
class ReadableDurationsTests {

	/**
	 * Texts for the store, and arguments that become no text.
	 */
	private static final Set<String> OTHER_USES = Set.of("HolderText.of", "RateFireTimes.text", "DelayFireTimes.text",
			"LockOptions.values", "RedlockMasters.configuration", "RedlockMasters.options");

	@Test
	void messagesHaveNoDurationsInTheIsoFormat() throws IOException {
		Set<String> found = new TreeSet<>();
		for (Resource resource : new PathMatchingResourcePatternResolver()
			.getResources("classpath*:io/distlock/**/*.class")) {
			String place = resource.getURL().toString();
			if (!place.contains("test-classes") && !place.contains("/io/distlock/contract/")
					&& !place.contains("/io/distlock/testserver/") && !place.contains("/src-docs/")) {
				found.addAll(durations(resource.getInputStream()));
			}
		}
		found.removeIf((method) -> method.endsWith(".toString") || OTHER_USES.contains(method));
		assertThat(found).isEmpty();
	}

	@Test
	void durationsAreFound() throws IOException {
		assertThat(durations(getClass().getResourceAsStream("ReadableDurationsTests$Samples.class"))).containsExactly(
				"Samples.argument", "Samples.concatenated", "Samples.field", "Samples.logged", "Samples.returned",
				"Samples.variable");
	}

	private static Set<String> durations(@Nullable InputStream code) throws IOException {
		assertThat(code).isNotNull();
		try (code) {
			ClassReader reader = new ClassReader(code);
			Set<String> found = new TreeSet<>();
			reader.accept(new ClassVisitor(SpringAsmInfo.ASM_VERSION) {

				@Override
				public MethodVisitor visitMethod(int access, String name, String descriptor, @Nullable String signature,
						String @Nullable [] exceptions) {
					String type = reader.getClassName().replaceAll(".*[/$]", "");
					return new DurationFinder(() -> found.add(type + "." + name));
				}

			}, 0);
			return found;
		}
	}

	/**
	 * Finds durations that are pushed right before they become an element of an array, an
	 * argument that may be anything, or a part of a concatenation.
	 */
	private static final class DurationFinder extends MethodVisitor {

		private static final String DURATION = Type.getDescriptor(Duration.class);

		private static final String ANY_LAST = "Ljava/lang/Object;)";

		private final Runnable found;

		private final Map<Label, Integer> positions = new HashMap<>();

		private final List<int[]> variables = new ArrayList<>();

		private int position;

		private boolean duration;

		private int variable = -1;

		DurationFinder(Runnable found) {
			super(SpringAsmInfo.ASM_VERSION);
			this.found = found;
		}

		@Override
		public void visitLabel(Label label) {
			this.positions.put(label, this.position);
		}

		@Override
		public void visitVarInsn(int opcode, int index) {
			pushed(false);
			this.variable = (opcode == Opcodes.ALOAD) ? index : -1;
		}

		@Override
		public void visitFieldInsn(int opcode, String owner, String name, String descriptor) {
			pushed(descriptor.equals(DURATION) && (opcode == Opcodes.GETFIELD || opcode == Opcodes.GETSTATIC));
		}

		@Override
		public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean isInterface) {
			if (descriptor.contains(ANY_LAST) && (owner.startsWith("io/distlock/")
					|| owner.equals(Type.getInternalName(Logger.class)) || owner.startsWith("java/lang/String"))) {
				used();
			}
			pushed(descriptor.endsWith(")" + DURATION));
		}

		@Override
		public void visitInvokeDynamicInsn(String name, String descriptor, Handle handle, Object... arguments) {
			if (name.equals("makeConcatWithConstants") && descriptor.contains(DURATION)) {
				this.found.run();
			}
			pushed(false);
		}

		@Override
		public void visitInsn(int opcode) {
			if (opcode == Opcodes.AASTORE) {
				used();
			}
			pushed(false);
		}

		@Override
		public void visitLdcInsn(Object value) {
			pushed(false);
		}

		@Override
		public void visitTypeInsn(int opcode, String type) {
			pushed(false);
		}

		@Override
		public void visitIntInsn(int opcode, int operand) {
			pushed(false);
		}

		@Override
		public void visitJumpInsn(int opcode, Label label) {
			pushed(false);
		}

		@Override
		public void visitLocalVariable(String name, String descriptor, @Nullable String signature, Label start,
				Label end, int index) {
			int from = this.positions.get(start);
			int to = this.positions.get(end);
			if (descriptor.equals(DURATION) && this.variables.stream()
				.anyMatch((used) -> used[0] == index && used[1] >= from && used[1] <= to)) {
				this.found.run();
			}
		}

		private void used() {
			if (this.duration) {
				this.found.run();
			}
			else if (this.variable >= 0) {
				this.variables.add(new int[] { this.variable, this.position });
			}
		}

		private void pushed(boolean duration) {
			this.position++;
			this.duration = duration;
			this.variable = -1;
		}

	}

	/**
	 * Code that is to be found, and some that is not.
	 */
	abstract static class Samples {

		private final Duration field = Duration.ofSeconds(30);

		String field() {
			return "within %s".formatted(this.field);
		}

		String variable(Duration wait) {
			return String.format("%s within %s", this, wait);
		}

		String returned() {
			return "within %s or %s".formatted(Duration.ofSeconds(1), "so");
		}

		String concatenated(Duration wait) {
			return "within " + wait;
		}

		void argument(Duration wait) {
			message("within", wait);
		}

		void logged(Logger log, Duration wait) {
			log.warn("Within {}", wait);
		}

		String written(Duration wait) {
			return "within %s or ".formatted(Durations.text(wait)) + wait.toMillis();
		}

		abstract void message(String text, Object value);

	}

}
