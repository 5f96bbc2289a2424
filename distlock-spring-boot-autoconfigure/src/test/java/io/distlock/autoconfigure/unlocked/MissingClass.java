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
