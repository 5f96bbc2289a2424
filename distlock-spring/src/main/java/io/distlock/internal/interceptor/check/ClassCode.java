// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.interceptor.check;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import io.distlock.internal.interceptor.check.CodeReader.Call;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.asm.ClassReader;
import org.springframework.asm.ClassVisitor;
import org.springframework.asm.MethodVisitor;
import org.springframework.asm.Opcodes;
import org.springframework.asm.SpringAsmInfo;
import org.springframework.asm.Type;
import org.springframework.util.ClassUtils;
import org.springframework.util.ReflectionUtils;

/**
 * The methods of a class as its file has them.
 */
final class ClassCode extends ClassVisitor {

	private static final Logger logger = LoggerFactory.getLogger(ClassCode.class);

	private final Class<?> type;

	private final Map<String, MethodCode> methods = new LinkedHashMap<>();

	private @Nullable String file;

	private ClassCode(Class<?> type) {
		super(SpringAsmInfo.ASM_VERSION);
		this.type = type;
	}

	/**
	 * Read a class, or return {@code null} if it has no file, or one that cannot be read.
	 */
	static @Nullable ClassCode of(Class<?> type) {
		ClassCode code = new ClassCode(type);
		try (InputStream file = type.getResourceAsStream(ClassUtils.getClassFileName(type))) {
			if (file == null) {
				return null;
			}
			new ClassReader(file).accept(code, ClassReader.SKIP_FRAMES);
			return code;
		}
		catch (IOException | RuntimeException ex) {
			logger.debug("{} cannot be searched for calls of locked methods", type, ex);
			return null;
		}
	}

	@Nullable MethodCode method(String name, String descriptor) {
		return this.methods.get(name + descriptor);
	}

	Collection<MethodCode> methods() {
		return this.methods.values();
	}

	Class<?> type() {
		return this.type;
	}

	@Override
	public void visitSource(@Nullable String source, @Nullable String debug) {
		this.file = source;
	}

	@Override
	public MethodVisitor visitMethod(int access, String name, String descriptor, @Nullable String signature,
			String @Nullable [] exceptions) {
		CodeReader reader = new CodeReader();
		return new MethodVisitor(SpringAsmInfo.ASM_VERSION, reader) {

			@Override
			public void visitEnd() {
				ClassCode.this.methods.put(name + descriptor,
						new MethodCode(ClassCode.this, access, name, descriptor,
								reader.calls(mayBeginWithTheObject(access, descriptor)), reader.staticCalls(),
								reader.usesLocks()));
			}

		};
	}

	/**
	 * Return whether the first variable of a method may be the object: in methods of the
	 * object, and in static ones that are given an object of the class. With these it is
	 * the caller that says whether it is.
	 */
	private boolean mayBeginWithTheObject(int access, String descriptor) {
		if ((access & Opcodes.ACC_STATIC) == 0) {
			return true;
		}
		Type[] parameters = Type.getArgumentTypes(descriptor);
		return parameters.length > 0 && parameters[0].equals(Type.getType(this.type));
	}

	/**
	 * A method, with the calls that it certainly makes on the object itself.
	 *
	 * @param staticCalls its calls of static methods
	 * @param usesLocks whether it uses locks in its code, so that it may have taken one
	 */
	record MethodCode(ClassCode owner, int access, String name, String descriptor, List<Call> calls,
			List<Call> staticCalls, boolean usesLocks) {

		boolean is(int flag) {
			return (this.access & flag) != 0;
		}

		boolean isConstructor() {
			return this.name.equals("<init>");
		}

		/**
		 * Return whether a call finds this method by its name in a subclass, too.
		 */
		boolean isInherited() {
			return !is(Opcodes.ACC_PRIVATE | Opcodes.ACC_STATIC) && !isConstructor();
		}

		/**
		 * Return a place as stack traces show it, with the name of the method in the
		 * source that this is a part of.
		 */
		String place(int line) {
			String shownName = this.name.replaceAll("^lambda\\$(.+)\\$\\d+$", "$1")
				.replaceAll("\\$(lambda(\\$\\d+)+|suspendImpl)$", "");
			return new StackTraceElement(this.owner.type.getName(), shownName, this.owner.file, line).toString();
		}

		/**
		 * Return the method itself, or {@code null} for a constructor, or if a class is
		 * missing that a method of its class mentions.
		 */
		@Nullable Method method() {
			try {
				return Arrays.stream(ReflectionUtils.getDeclaredMethods(this.owner.type))
					.filter((method) -> method.getDeclaringClass() == this.owner.type
							&& method.getName().equals(this.name)
							&& Type.getMethodDescriptor(method).equals(this.descriptor))
					.findFirst()
					.orElse(null);
			}
			catch (IllegalStateException ex) {
				return null;
			}
		}

	}

}
