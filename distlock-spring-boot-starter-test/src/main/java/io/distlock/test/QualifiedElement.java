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

package io.distlock.test;

import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedElement;
import java.util.Arrays;
import java.util.stream.Stream;

import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.core.annotation.AnnotatedElementUtils;

/**
 * Where Spring looks for the qualifiers of a bean, all in one: what the definition names
 * itself, the factory method, and the class of the bean.
 */
final class QualifiedElement {

	private QualifiedElement() {
	}

	/**
	 * Gather the annotations of a bean, in the order in which Spring asks for them.
	 * @param beanFactory has been asked for the type of the bean already
	 * @param name the name of the bean
	 * @return an element with all of them
	 */
	static AnnotatedElement of(ConfigurableListableBeanFactory beanFactory, String name) {
		Stream<AnnotatedElement> elements = Stream.concat(definition(beanFactory.getMergedBeanDefinition(name)),
				Stream.ofNullable(beanFactory.getType(name, false)));
		return AnnotatedElementUtils.forAnnotations(
				elements.map(AnnotatedElement::getAnnotations).flatMap(Arrays::stream).toArray(Annotation[]::new));
	}

	private static Stream<AnnotatedElement> definition(BeanDefinition merged) {
		return (merged instanceof RootBeanDefinition definition)
				? Stream.concat(Stream.ofNullable(definition.getQualifiedElement()),
						Stream.ofNullable(definition.getResolvedFactoryMethod()))
				: Stream.empty();
	}

}
