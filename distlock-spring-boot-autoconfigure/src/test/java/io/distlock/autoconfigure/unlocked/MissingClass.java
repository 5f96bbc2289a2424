// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.unlocked;

import java.io.IOException;
import java.io.InputStream;

import io.distlock.annotation.DistributedLock;

import org.springframework.beans.factory.FactoryBean;
import org.springframework.context.support.GenericApplicationContext;

/**
 * A class of which a library is missing, as a class loader sees it that does not have
 * {@link Optional}.
 */
final class MissingClass {

	private MissingClass() {
	}

	static void register(GenericApplicationContext context) {
		try {
			Class<?> type = new Loader().loadClass(Mentioning.class.getName());
			context.registerBean("mentioning", FactoryBean.class, () -> new FactoryBean<Object>() {

				@Override
				public Object getObject() throws Exception {
					return type.getDeclaredConstructor().newInstance();
				}

				@Override
				public Class<?> getObjectType() {
					return type;
				}

			});
		}
		catch (ClassNotFoundException ex) {
			throw new IllegalStateException(ex);
		}
	}

	/**
	 * What is missing.
	 */
	public static class Optional {

	}

	/**
	 * What mentions it.
	 */
	public static class Mentioning {

		@DistributedLock("mentioning")
		public void work() {
			Probe.look();
		}

		public Optional missing() {
			return new Optional();
		}

	}

	private static final class Loader extends ClassLoader {

		Loader() {
			super(MissingClass.class.getClassLoader());
		}

		@Override
		protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
			if (name.equals(Optional.class.getName())) {
				throw new ClassNotFoundException(name);
			}
			return name.equals(Mentioning.class.getName()) ? define(name) : super.loadClass(name, resolve);
		}

		private Class<?> define(String name) throws ClassNotFoundException {
			Class<?> known = findLoadedClass(name);
			if (known != null) {
				return known;
			}
			try (InputStream file = getResourceAsStream(name.replace('.', '/') + ".class")) {
				byte[] bytes = file.readAllBytes();
				return defineClass(name, bytes, 0, bytes.length);
			}
			catch (IOException ex) {
				throw new ClassNotFoundException(name, ex);
			}
		}

	}

}
