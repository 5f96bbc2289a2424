// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.interceptor.check;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

import io.distlock.internal.annotation.AnnotatedClasses;
import io.distlock.internal.interceptor.operation.ContainerCalls;
import io.distlock.internal.interceptor.operation.DistributedLockOperation;
import io.distlock.internal.interceptor.operation.DistributedLockOperationSource;
import org.jspecify.annotations.Nullable;

import org.springframework.asm.ClassReader;
import org.springframework.asm.ClassVisitor;
import org.springframework.asm.Handle;
import org.springframework.asm.Label;
import org.springframework.asm.MethodVisitor;
import org.springframework.asm.Opcodes;
import org.springframework.asm.SpringAsmInfo;
import org.springframework.asm.Type;
import org.springframework.util.ClassUtils;

/**
 * Finds direct calls of locked methods on {@code this} in the code of a bean. A call is
 * reported only if the lock is certainly bypassed: the calling method obtains no other
 * object of its class and uses no lock, and is not called by other methods of the class,
 * which may hold the lock.
 */
final class SelfCalls extends ClassVisitor {

	private final Map<String, Method> methods = new HashMap<>();

	private final Set<String> helpers = new HashSet<>();

	private final List<Code> codes = new ArrayList<>();

	private Class<?> type = Object.class;

	private @Nullable String file;

	private SelfCalls() {
		super(SpringAsmInfo.ASM_VERSION);
	}

	static Map<String, Method> of(Class<?> bean, DistributedLockOperationSource source) {
		SelfCalls code = new SelfCalls();
		try {
			for (Class<?> type : AnnotatedClasses.hierarchy(bean)) {
				code.read(type);
			}
			return code.find(bean, source);
		}
		catch (IOException | RuntimeException | LinkageError ex) {
			// The class file cannot be read.
			return Map.of();
		}
	}

	private void read(Class<?> type) throws IOException {
		this.type = type;
		try (InputStream code = type.getResourceAsStream(ClassUtils.getClassFileName(type))) {
			if (code != null) {
				new ClassReader(code).accept(this, ClassReader.SKIP_FRAMES);
				for (Method method : type.getDeclaredMethods()) {
					this.methods.putIfAbsent(method.getName() + Type.getMethodDescriptor(method), method);
				}
			}
		}
	}

	private Map<String, Method> find(Class<?> bean, DistributedLockOperationSource source) {
		Map<String, Method> found = new LinkedHashMap<>();
		for (Code code : this.codes) {
			Method caller = this.methods.get(code.signature);
			DistributedLockOperation held = (caller != null) ? source.find(caller, bean) : null;
			code.calls.forEach((place, signature) -> {
				Method called = this.methods.get(signature);
				DistributedLockOperation lock = (called != null) ? source.find(called, bean) : null;
				if (lock != null && (held == null || !held.includes(lock)) && isEntry(code, caller, bean)
						&& code.hasThisOnly()) {
					found.put(place, lock.method());
				}
			});
		}
		return found;
	}

	/**
	 * Return whether a method is called only from other classes, on the object behind the
	 * proxy.
	 */
	private boolean isEntry(Code code, @Nullable Method method, Class<?> bean) {
		if (method == null) {
			return code.signature.startsWith("<init>") && code.type == bean;
		}
		return method.getDeclaringClass() == code.type && !this.helpers.contains(code.signature)
				&& (ContainerCalls.lifeCycle(method, bean) != null
						|| LockedMethodValidator.obstacle(method, bean) == null);
	}

	@Override
	public void visitSource(@Nullable String source, @Nullable String debug) {
		this.file = source;
	}

	@Override
	public @Nullable MethodVisitor visitMethod(int access, String name, String descriptor, @Nullable String signature,
			String @Nullable [] exceptions) {
		Code code = new Code(this.type, name + descriptor);
		List.of(Type.getArgumentTypes(descriptor)).forEach(code::obtain);
		this.codes.add(code);
		return ((access & Opcodes.ACC_BRIDGE) != 0) ? null : code;
	}

	/**
	 * Code of a method: its calls of methods of the same class, and the names of the
	 * classes of obtained objects.
	 */
	private final class Code extends MethodVisitor {

		private final Map<String, String> calls = new LinkedHashMap<>();

		private final Set<String> obtained = new HashSet<>();

		private final Class<?> type;

		private final String signature;

		private int line = -1;

		Code(Class<?> type, String signature) {
			super(SpringAsmInfo.ASM_VERSION);
			this.type = type;
			this.signature = signature;
		}

		boolean hasThisOnly() {
			return this.obtained.stream()
				.map((name) -> ClassUtils.resolveClassName(name, this.type.getClassLoader()))
				.noneMatch(this.type::isAssignableFrom);
		}

		private void obtain(Type type) {
			this.obtained.add(type.getClassName().replace("[]", ""));
		}

		@Override
		public void visitLineNumber(int number, Label start) {
			this.line = number;
		}

		@Override
		public void visitTypeInsn(int opcode, String type) {
			obtain(Type.getObjectType(type));
		}

		@Override
		public void visitFieldInsn(int opcode, String owner, String name, String descriptor) {
			obtain(Type.getType(descriptor));
		}

		@Override
		public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean isInterface) {
			SelfCalls.this.helpers.add(name + descriptor);
			if (owner.equals(Type.getInternalName(this.type))) {
				String method = this.signature.substring(0, this.signature.indexOf('('));
				this.calls.put(
						new StackTraceElement(this.type.getName(), method, SelfCalls.this.file, this.line).toString(),
						name + descriptor);
			}
			obtain(owner.matches("(io/distlock/(leader/)?|java/util/concurrent/locks/)[^/]+") ? Type.getType(this.type)
					: Type.getReturnType(descriptor));
		}

		@Override
		public void visitInvokeDynamicInsn(String name, String descriptor, Handle bootstrap, Object... arguments) {
			obtain(Type.getReturnType(descriptor));
			for (Object argument : arguments) {
				if (argument instanceof Handle handle) {
					SelfCalls.this.helpers.add(handle.getName() + handle.getDesc());
				}
			}
		}

	}

}
