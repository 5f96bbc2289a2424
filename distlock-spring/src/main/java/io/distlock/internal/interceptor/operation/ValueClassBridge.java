// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.interceptor.operation;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

import io.distlock.annotation.DistributedLock;
import io.distlock.annotation.InvalidLockAnnotationException;
import org.jspecify.annotations.Nullable;

import org.springframework.asm.ClassReader;
import org.springframework.asm.ClassVisitor;
import org.springframework.asm.MethodVisitor;
import org.springframework.asm.SpringAsmInfo;
import org.springframework.asm.Type;
import org.springframework.core.KotlinDetector;
import org.springframework.util.ClassUtils;
import org.springframework.util.ReflectionUtils;

/**
 * Support for bridge methods of Kotlin functions with value classes. Kotlin adds a hash
 * to the name of such a function and passes unboxed values. If the function overrides a
 * generic function, callers without the concrete type call a bridge with the original
 * name and boxed values.
 *
 * @since 0.1.0
 */
public final class ValueClassBridge {

	private static final Pattern HASH = Pattern.compile("-[\\w-]{7}(?=$|\\$)");

	private ValueClassBridge() {
	}

	/**
	 * Return the function behind a bridge method, or the method itself if not bridged.
	 * @param method the called method, declared by the class, a superclass or an
	 * interface
	 * @param type the class of the bean
	 * @return the function with the implementation
	 */
	public static Method resolve(Method method, Class<?> type) {
		Class<?> userClass = ClassUtils.getUserClass(type);
		if (!KotlinDetector.isKotlinPresent() || Modifier.isPrivate(method.getModifiers())
				|| HASH.matcher(method.getName()).find()) {
			return method;
		}
		Method bridge = ClassUtils.getMostSpecificMethod(method, userClass);
		if (!bridge.isBridge() || !bridge.isSynthetic() || !KotlinDetector.isKotlinType(bridge.getDeclaringClass())) {
			return method;
		}
		List<Method> functions = Arrays.stream(ReflectionUtils.getDeclaredMethods(bridge.getDeclaringClass()))
			.filter((each) -> isNamedAfter(each, bridge))
			.toList();
		if (functions.isEmpty()) {
			return method;
		}
		return (functions.size() > 1) ? called(bridge, functions) : functions.get(0);
	}

	private static boolean isNamedAfter(Method function, Method bridge) {
		return function.getDeclaringClass() == bridge.getDeclaringClass() && !function.isSynthetic()
				&& function.getParameterCount() == bridge.getParameterCount()
				&& !function.getName().equals(bridge.getName())
				&& HASH.matcher(function.getName()).replaceFirst("").equals(bridge.getName());
	}

	/**
	 * Return the function, among several candidates, that a bridge calls.
	 */
	private static Method called(Method bridge, List<Method> functions) {
		Set<String> calls = calls(bridge);
		return functions.stream()
			.filter((function) -> calls.contains(function.getName() + Type.getMethodDescriptor(function)))
			.findFirst()
			.orElseThrow(() -> new InvalidLockAnnotationException(DistributedLock.class, functions.get(0),
					"the code of %s, which does not show what %s() calls, is not on the class path"
						.formatted(bridge.getDeclaringClass().getName(), bridge.getName()),
					"Rename the other functions of this name."));
	}

	private static Set<String> calls(Method bridge) {
		Set<String> calls = new HashSet<>();
		Class<?> type = bridge.getDeclaringClass();
		String signature = bridge.getName() + Type.getMethodDescriptor(bridge);
		try (InputStream file = type.getResourceAsStream(ClassUtils.getClassFileName(type))) {
			if (file != null) {
				new ClassReader(file).accept(new ClassVisitor(SpringAsmInfo.ASM_VERSION) {

					@Override
					public @Nullable MethodVisitor visitMethod(int access, String name, String descriptor,
							@Nullable String generic, String @Nullable [] exceptions) {
						return (name + descriptor).equals(signature) ? new Calls(calls) : null;
					}

				}, ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
			}
		}
		catch (IOException ex) {
			return Set.of();
		}
		return calls;
	}

	private static final class Calls extends MethodVisitor {

		private final Set<String> found;

		private Calls(Set<String> found) {
			super(SpringAsmInfo.ASM_VERSION);
			this.found = found;
		}

		@Override
		public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean isInterface) {
			this.found.add(name + descriptor);
		}

	}

}
